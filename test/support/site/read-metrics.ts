export interface Sample {
	name: string;
	labels: Record<string, string>;
	value: number;
}

/** The figures that a process shows at /metrics. */
export async function readMetrics(url: string): Promise<Sample[]> {
	const text = await (await fetch(`${url}/metrics`)).text();
	return text
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.flatMap((line): Sample[] => {
			const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
			if (found === null) return [];
			const [, name = '', labels = '', value = ''] = found;
			const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
			return [
				{
					name,
					labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
					value: Number(value),
				},
			];
		});
}

/** The sum of all series of a name that have these labels. */
export function figure(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
	const wanted = Object.entries(labels);
	return samples
		.filter((sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value))
		.reduce((sum, { value }) => sum + value, 0);
}
