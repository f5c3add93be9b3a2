-- Requests of wrk with a price limit above every price that no earlier request had, so no page comes from the cache.
local turn = os.time() % 10000 * 1000

request = function()
  turn = turn + 1
  return wrk.format(nil, string.format("%s&priceTo=%.2f", wrk.path, 10000 + turn / 100))
end
