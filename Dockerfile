# The service in one small image: wheels and kernels are made in the first stage, nothing is compiled at run time.
FROM python:3.11-slim AS build
WORKDIR /app
RUN python -m venv /opt/venv
COPY pyproject.toml README.md LICENSE ./
COPY models models
COPY engines engines
COPY bench bench
COPY service service
RUN /opt/venv/bin/pip install --no-cache-dir -e '.[service,dask]'
# numba names its cache by the processor: a generic target serves every machine of the architecture.
ENV NUMBA_CPU_NAME=generic RUNGWISE_CACHE=/app/kernels
RUN /opt/venv/bin/python -c 'from service.work.process import warm; warm()'

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data rungwise && install -d -o rungwise -g rungwise /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 NUMBA_CPU_NAME=generic RUNGWISE_CACHE=/app/kernels \
    RUNGWISE_HOST=0.0.0.0 RUNGWISE_PORT=8080 RUNGWISE_DATABASE=/data/service.sqlite3
USER rungwise
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/readyz', timeout=2)"]
ENTRYPOINT ["rungwise", "serve"]
