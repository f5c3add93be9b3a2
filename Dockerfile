# The shop in a container: runs without root rights and writes only below /var/lib/rehvipood.
# The tag equals the version of the package `node` in package.json (test/deploy.test.ts).
FROM docker.io/library/node:26.10.0-trixie-slim AS build
WORKDIR /shop
# Own layer for the dependencies: a change of the sources does not install them again.
COPY package.json package-lock.json ./
COPY src/setup src/setup
RUN node --input-type=module -e "await (await import('/shop/src/setup/install.mjs')).ensureInstalled()"
COPY . .
RUN node src/setup/build.mjs
# Removes packages that the built shop does not need; PostgreSQL runs in its own container.
RUN node src/build/runtime-modules.ts

FROM docker.io/library/node:26.10.0-trixie-slim
WORKDIR /shop
# Memory settings equal those in src/setup/processes/web-process.json (docs/operating.md, test/deploy.test.ts).
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1000000 HOST=0.0.0.0 HEALTH_HOST=0.0.0.0 DESK_HOST=0.0.0.0 DATA_DIR=/var/lib/rehvipood
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY --from=build /shop/data data
RUN install -d -o node -g node -m 0700 /var/lib/rehvipood
USER node
VOLUME /var/lib/rehvipood
EXPOSE 3000 3001 3002
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3001/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Operator commands: docker compose exec web-1 node build/server/main.js orders list
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=4", "build/server/server.js"]
