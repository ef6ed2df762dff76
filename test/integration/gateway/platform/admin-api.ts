import { z } from 'zod';

const requestsSchema = z.object({
	items: z.array(z.looseObject({ method: z.string(), path: z.string(), status: z.number().nullable() })),
});

/** The sandbox's admin API, as far as the gateway's tests need it. */
export class AdminApi {
	constructor(
		private readonly url: string,
		private readonly token: string,
	) {}

	/** @returns the key's value */
	async createKey(key: { name: string; scopes: string[]; agentIds?: string[] }): Promise<string> {
		return z.looseObject({ key: z.string() }).parse(await this.call('POST', '/keys', key)).key;
	}

	/** `GET /agents/agent_support` of every request that reached the customer API. */
	async requests(): Promise<string[]> {
		const { items } = requestsSchema.parse(await this.call('GET', '/requests'));
		return items.map(({ method, path }) => `${method} ${path}`);
	}

	async clockFactor(clockFactor: number): Promise<void> {
		await this.call('PATCH', '/settings', { clockFactor });
	}

	private async call(method: string, path: string, body?: object): Promise<unknown> {
		const response = await fetch(this.url + path, {
			method,
			headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
		return response.json();
	}
}
