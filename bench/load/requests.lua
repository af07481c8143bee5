-- Requests of a file, in its order: a path a line, and after a tab the ETag to ask with.
-- Arguments: file, line to begin with. The figures are printed as JSON on a line of their own. A word on stderr says that
-- the load has begun.
local paths, tags, at, tail, calls = {}, {}, 0, "", 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, tag = line:match("^([^\t]+)\t?(.*)$")
    paths[#paths + 1] = path
    tags[#tags + 1] = tag
  end
  at = tonumber(arguments[2]) % #paths
  tail = wrk.format("GET", "/"):sub(#"GET /" + 1, -3)
end

function request()
  calls = calls + 1
  -- The first call only checks what a request looks like.
  if calls == 2 then io.stderr:write("begun\n") end
  at = at % #paths + 1
  if tags[at] == "" then return "GET " .. paths[at] .. tail .. "\r\n" end
  return "GET " .. paths[at] .. tail .. "If-None-Match: " .. tags[at] .. "\r\n\r\n"
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
