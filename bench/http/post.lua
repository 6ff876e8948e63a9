-- wrk's side of the HTTP measurements: posts events to /ingest, EVENTS of them a request, with event time that goes on for
-- as long as the run lasts. Each line of the file BODIES is an event whose whole thousand of seconds is written as '@'; after every
-- pass over the file the thousands go up by one, so that no request repeats old times.
local per_request = tonumber(os.getenv("EVENTS"))
local thousands = 1700000
local requests = {} -- each: the text between the marks
local at = 0

function init()
  local lines = {}
  local function add()
    local pieces, text = {}, table.concat(lines, "\n") .. "\n"
    for piece in (text .. "@"):gmatch("([^@]*)@") do pieces[#pieces + 1] = piece end
    requests[#requests + 1] = pieces
    lines = {}
  end
  for line in io.lines(os.getenv("BODIES")) do
    lines[#lines + 1] = line
    if #lines == per_request then add() end
  end
  wrk.headers["Content-Type"] = "application/x-ndjson"
end

function request()
  at = at + 1
  if at > #requests then
    at = 1
    thousands = thousands + 1
  end
  return wrk.format("POST", "/ingest", nil, table.concat(requests[at], tostring(thousands)))
end

function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('RESULT {"requests": %d, "seconds": %.6f, "not_2xx": %d, "failed": %d, "p50_ms": %.3f, "p99_ms": %.3f}\n',
    summary.requests, summary.duration / 1e6, summary.errors.status, failed, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
