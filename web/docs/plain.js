// Lays out openapi.json where Swagger UI was not there at build time. Text only: nothing of the document becomes markup.
const methods = ["get", "post", "put", "patch", "delete"];

function add(parent, tag, text) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function table(parent, title, rows) {
  if (rows.length === 0) return;
  add(parent, "h3", title);
  const body = add(parent, "table");
  for (const cells of rows) {
    const row = add(body, "tr");
    for (const cell of cells) add(row, "td", cell ?? "");
  }
}

function operation(parent, method, path, shared, what) {
  const section = add(parent, "section");
  add(section, "h2", `${method.toUpperCase()} ${path}`);
  add(section, "p", [what.summary, what.description].filter(Boolean).join(". "));
  const parameters = [...shared, ...(what.parameters ?? [])];
  table(section, "Parameters", parameters.map((p) => [p.name, p.in, p.schema?.type, p.description]));
  for (const [type, content] of Object.entries(what.requestBody?.content ?? {})) {
    add(section, "h3", `Body: ${type}`);
    add(section, "pre", JSON.stringify(content.example ?? content.schema ?? {}, null, 2));
  }
  table(section, "Answers", Object.entries(what.responses ?? {}).map(([status, r]) => [status, r.description]));
}

async function show() {
  const response = await fetch("openapi.json");
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  const api = await response.json();
  document.getElementById("title").textContent = `${api.info.title} ${api.info.version}`;
  document.getElementById("description").textContent = api.info.description ?? "";
  const main = document.getElementById("operations");
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of methods) {
      if (item[method]) operation(main, method, path, item.parameters ?? [], item[method]);
    }
  }
}

show().catch((fault) => { document.getElementById("description").textContent = String(fault); });
