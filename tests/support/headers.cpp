// A precompiled header wants a target with a source; this is it.
