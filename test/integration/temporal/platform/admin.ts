import { z } from 'zod';

const requestsSchema = z.object({
	items: z.array(z.looseObject({ method: z.string(), path: z.string(), status: z.number().nullable() })),
});

export interface Fault {
	kind: 'lost-before' | 'lost-after' | 'delay' | 'hang' | 'status' | 'broken-json';
	delayMs?: number;
	status?: number;
	retryAfter?: number;
}

/** The sandbox's admin API. */
export class Admin {
	constructor(
		private readonly url: string,
		private readonly token: string,
	) {}

	/** How often a run was asked for, by the sandbox's own log. */
	async retrainsOf(agentId: string): Promise<number> {
		const { items } = requestsSchema.parse(await this.call('GET', '/requests?method=POST'));
		return items.filter(({ path }) => path === `/agents/${agentId}/retrain`).length;
	}

	async failRetrain(times: number, fault: Fault): Promise<void> {
		await this.call('POST', '/faults', { method: 'POST', path: '/agents/{id}/retrain', times, fault });
	}

	async noFaults(): Promise<void> {
		await this.call('DELETE', '/faults');
	}

	async clockFactor(clockFactor: number): Promise<void> {
		await this.call('PATCH', '/settings', { clockFactor });
	}

	private async call(method: string, path: string, body?: object): Promise<unknown> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
		return text === '' ? null : JSON.parse(text);
	}
}
