# syntax=docker/dockerfile:1
# On glibc: the embedded PostgreSQL does not run on musl. For a build that cannot change under its tag, give the digest:
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… .
# docker buildx imagetools inspect node:24.21.0-bookworm-slim shows it.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts are off: no package that is used needs them.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ormconfig.ts ./
COPY scripts ./scripts
COPY src ./src
COPY demo ./demo
# What the guide is rendered from, and the files that it links.
COPY README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md NOTICE .env.example ./
COPY client/README.md ./client/
COPY deploy ./deploy
COPY docs ./docs
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm run licences:check \
  && npm run sbom
# The links between PostgreSQL's libraries, as /app cannot be written to later.
RUN node -e "import('./dist/src/database/embedded/binaries.js').then((pg) => pg.repairLinks(pg.findBinaries()))"

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.json ./
COPY package.json LICENSE NOTICE ./
COPY scripts ./scripts
# The image's own user: PostgreSQL refuses to run as root, and nothing here needs it.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the service itself, which takes the launcher's place.
CMD ["node", "scripts/launch.mjs", "main"]
