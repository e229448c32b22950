/** Upper bounds of the latency histogram, in seconds. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Labels = Readonly<Record<string, string | number>>;

type Samples = readonly { labels?: Labels; value: number }[];

export type Gauge = readonly [name: string, help: string, read: () => Samples | Promise<Samples>];

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #latencies = new Map<string, { counts: number[]; sum: number; count: number }>();
  readonly #gauges: Gauge[] = [];

  addGauge(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  countRequest(operation: string, status: number, elapsedMs: number): void {
    const series = formatLabels({ operation, status });
    this.#requests.set(series, (this.#requests.get(series) ?? 0) + 1);
    this.#countLatency(formatLabels({ operation }), elapsedMs / 1_000);
  }

  async text(): Promise<string> {
    const parts = [this.#formatRequests(), this.#formatLatencies()];
    for (const gauge of this.#gauges) parts.push(await formatGauge(gauge));
    return `${parts.flat().join('\n')}\n`;
  }

  #countLatency(series: string, seconds: number): void {
    const histogram = this.#latencies.get(series) ?? {
      counts: BUCKETS_SECONDS.map(() => 0),
      sum: 0,
      count: 0,
    };
    this.#latencies.set(series, histogram);
    histogram.sum += seconds;
    histogram.count += 1;
    BUCKETS_SECONDS.forEach((bound, index) => {
      if (seconds <= bound) histogram.counts[index] = (histogram.counts[index] ?? 0) + 1;
    });
  }

  #formatRequests(): string[] {
    const name = 'brctl_http_requests_total';
    const lines = [...this.#requests].map(([labels, count]) => `${name}{${labels}} ${count}`);
    return [...formatHead(name, 'counter', 'Answered calls by operation and status.'), ...lines];
  }

  #formatLatencies(): string[] {
    const name = 'brctl_http_request_duration_seconds';
    const lines = [...this.#latencies].flatMap(([labels, { counts, sum, count }]) => [
      ...BUCKETS_SECONDS.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${counts[index]}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sum}`,
      `${name}_count{${labels}} ${count}`,
    ]);
    return [...formatHead(name, 'histogram', 'Time from request line to last byte of the answer.'), ...lines];
  }
}

async function formatGauge([name, help, read]: Gauge): Promise<string[]> {
  const samples = await read();
  const lines = samples.map(({ labels = {}, value }) => {
    const text = formatLabels(labels);
    return `${name}${text === '' ? '' : `{${text}}`} ${value}`;
  });
  return [...formatHead(name, 'gauge', help), ...lines];
}

function formatHead(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function formatLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',');
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
}
