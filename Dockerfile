# The shop in a container: small, not root, and nothing is written but under /var/lib/rehvipood.
# The tag is that of the package `node` in package.json; a test holds them together.
FROM docker.io/library/node:26.10.0-trixie-slim AS build
WORKDIR /shop
# What changes seldom first, so that a new build of the shop does not install again.
COPY package.json package-lock.json ./
COPY src/setup src/setup
RUN node --input-type=module -e "await (await import('/shop/src/setup/install.mjs')).ensureInstalled()"
COPY . .
RUN node src/setup/build.mjs
# Nearly all that runs is in the build; PostgreSQL is a container of its own.
RUN node src/build/runtime-modules.ts

FROM docker.io/library/node:26.10.0-trixie-slim
WORKDIR /shop
# Memory: as src/setup/processes/web-process.json starts it (docs/operating.md); a test holds them together.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1000000 HOST=0.0.0.0 HEALTH_HOST=0.0.0.0 DATA_DIR=/var/lib/rehvipood
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY --from=build /shop/data data
RUN install -d -o node -g node -m 0700 /var/lib/rehvipood
USER node
VOLUME /var/lib/rehvipood
EXPOSE 3000 3001
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3001/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Operator commands: docker compose exec web-1 node build/server/main.js orders list
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=4", "build/server/server.js"]
