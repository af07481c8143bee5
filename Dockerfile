# syntax=docker/dockerfile:1
# The current Node LTS on glibc: the embedded PostgreSQL binaries do not run on musl.
ARG NODE_VERSION=24
FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ormconfig.ts ./
COPY scripts ./scripts
COPY src ./src
COPY demo ./demo
RUN node -e "import('./scripts/build.mjs').then((build) => build.ensureBuilt())" \
  && npm prune --omit=dev

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json NOTICE ./
COPY scripts ./scripts
# The image's own user: PostgreSQL refuses to run as root, and nothing here needs it.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the service itself.
CMD ["node", "--max-semi-space-size=8", "--initial-old-space-size=64", "--heap-growing-percent=50", "--no-allocation-site-pretenuring", "--no-parallel-scavenge", "--no-memory-reducer", "dist/src/main.js"]
