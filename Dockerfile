# The command line in a small image: docker build --tag schemata .
# docker run --rm --volume "$PWD:/work" schemata generate
FROM swift:6.2-bookworm AS build
COPY . /schemata
WORKDIR /schemata
RUN sh Scripts/setup.sh tool && bash Scripts/static-tool.sh codegen /tool

FROM debian:bookworm-slim
COPY --from=build /tool/codegen /usr/local/bin/codegen
WORKDIR /work
ENTRYPOINT ["codegen"]
CMD ["help"]
