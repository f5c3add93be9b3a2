-- Requests of wrk with a price limit that no earlier request had, so no page comes from the cache.
local turn = os.time() % 500 * 1000

request = function()
  turn = turn + 1
  return wrk.format(nil, string.format("%s&priceTo=%.2f", wrk.path, 5000 + turn % 500000 / 100))
end

response = function(_, headers)
  if not headers["server-timing"] then
    io.stderr:write("a page was not rendered anew\n")
    os.exit(1)
  end
end
