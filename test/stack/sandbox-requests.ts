import { z } from 'zod';
import type { Stack } from './start-stack';

const requestsSchema = z.object({
	items: z.array(
		z.looseObject({ at: z.string(), method: z.string(), path: z.string(), status: z.number().nullable() }),
	),
});

export type LoggedRequest = z.infer<typeof requestsSchema>['items'][number];

/** What reached the sandbox's customer API, by its own log. The path is without /api/v1. */
export async function requestsOf(
	{ sandbox }: Pick<Stack, 'sandbox'>,
	filter: { method?: string; path?: string } = {},
): Promise<LoggedRequest[]> {
	const response = await fetch(`${sandbox.adminUrl}/requests?${new URLSearchParams(filter).toString()}`, {
		headers: { authorization: `Bearer ${sandbox.adminToken}` },
	});
	if (!response.ok) throw new Error(`The sandbox's admin API answered ${response.status}: ${await response.text()}`);
	return requestsSchema.parse(await response.json()).items;
}
