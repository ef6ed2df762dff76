import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { leadExportResultSchema } from '../../../../workflows/export/contract';
import { query } from '../../../support/postgresql/start-cluster';
import type { OpenTask, PrepareTask } from './open-task';
import type { UpgradableStack } from './upgradable-stack';

const byNumber = (one: number, other: number) => one - other;

/** The ids of an agent's leads at the service, ascending. */
async function idsAtService(stack: UpgradableStack, agentId: string): Promise<number[]> {
	return (await stack.leadsOf(agentId)).map(({ id }) => id).toSorted(byNumber);
}

async function agentWithLeads(stack: UpgradableStack, name: string, count: number): Promise<string> {
	const agentId = await stack.newAgent(name);
	await stack.admin.generate(agentId, { kind: 'leads', count, days: 30 });
	return agentId;
}

/** An export that has read the first of two agents, and cannot read the second one. */
export const exportHalfRead: PrepareTask = async (stack, key) => {
	const agentIds = [await agentWithLeads(stack, 'Read', 250), await agentWithLeads(stack, 'Not read yet', 120)];
	const held = `/agents/${agentIds[1]}/leads`;
	const expected = (await Promise.all(agentIds.map((agentId) => idsAtService(stack, agentId)))).flat();
	return async () => {
		await stack.hold('GET', held);
		const id = await stack.begin('lead-export', key, { agentIds, format: 'ndjson' });
		await eventually(
			() => stack.admin.requests({ method: 'GET', path: held }),
			(seen) => seen.some(({ status }) => status === 429),
			'A refused page',
		);
		return {
			id,
			async verify() {
				const { file, rows } = leadExportResultSchema.parse((await stack.ended(id)).result);
				const content = await buffer(Readable.from(stack.gateway.download(z.string().parse(file.link))));
				expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
				const lines = content.toString().trimEnd().split('\n');
				const ids = lines.map((line) => z.looseObject({ id: z.number() }).parse(JSON.parse(line)).id);
				expect(ids.toSorted(byNumber)).toEqual(expected.toSorted(byNumber));
				expect(rows).toBe(expected.length);
			},
		};
	};
};

/**
 * A sync that has brought all leads, and looks for new ones.
 * @param delivered the ids of the agent's leads that are at the destination, once for each time that they came
 */
function syncTo(
	destination: string,
	delivered: (stack: UpgradableStack, agentId: string) => Promise<number[]>,
): PrepareTask {
	return async (stack, key) => {
		const agentId = await agentWithLeads(stack, `Synced to ${destination}`, 20);
		const capture = async (when: string) => {
			await stack.admin.captureLead(agentId, { name: 'Ada Example', email: `${when}@client.example` });
		};
		const untilAllCame = async () => {
			const expected = await idsAtService(stack, agentId);
			await eventually(
				async () => new Set(await delivered(stack, agentId)).size,
				(seen) => seen === expected.length,
				`All leads at ${destination}`,
			);
			expect((await delivered(stack, agentId)).toSorted(byNumber)).toEqual(expected);
			return expected.length;
		};
		return async () => {
			const id = await stack.begin('lead-sync', key, { agentId, destination, intervalSeconds: 10 });
			await untilAllCame();
			return endless(stack, id, {
				meanwhile: () => capture('meanwhile'),
				async bringMore() {
					await capture('afterwards');
					await stack.gateway.act(id, 'sync-now', randomUUID(), {});
					return untilAllCame();
				},
			});
		};
	};
}

/** A task that ends only if a person ends it. */
function endless(
	stack: UpgradableStack,
	id: string,
	{ meanwhile, bringMore }: { meanwhile: () => Promise<void>; bringMore: () => Promise<number> },
): OpenTask {
	let leads = 0;
	return {
		id,
		meanwhile,
		async verify() {
			leads = await bringMore();
		},
		async cancel() {
			await stack.gateway.cancel(id);
			expect(await stack.ended(id)).toMatchObject({
				status: 'cancelled',
				result: { leadsSynced: leads, leadsRefused: 0 },
			});
		},
	};
}

export const syncToWebhook = syncTo('hook', (stack, agentId) => {
	const { deliveries } = stack.receivers.leads;
	return Promise.resolve(deliveries.filter(({ data }) => data['agentId'] === agentId).map(({ data }) => data.id));
});

export const syncToDatabase = syncTo('database', async (stack, agentId) => {
	const rows = await query(stack.databaseUrl, 'SELECT lead_id::int AS id FROM leads WHERE agent_id = $1', [agentId]);
	return z
		.array(z.object({ id: z.number() }))
		.parse(rows)
		.map(({ id }) => id);
});

const leasedSchema = z.object({
	lease: z.string().nullable(),
	leads: z.array(z.object({ attempt: z.int(), lead: z.looseObject({ id: z.int() }) })),
});

/** A flow has taken some leads, and not yet said what became of them. */
export const syncToFlow: PrepareTask = async (stack, key) => {
	const agentId = await agentWithLeads(stack, 'Handed out', 6);
	const settings = { label: key, intervalSeconds: 10, maxAttempts: 3, retryPauseSeconds: 1 };
	const taken: Array<{ id: number; attempt: number }> = [];
	return async () => {
		const { id } = await stack.gateway.ask(z.looseObject({ id: z.string() }), {
			method: 'POST',
			path: '/v1/syncs',
			body: { connection: 'sandbox', agentId, flow: `flow:${key}`, ...settings },
		});
		const path = `/v1/syncs/${id}/leads`;
		const take = () =>
			eventually(
				async () => {
					const body = { max: 4, leaseSeconds: 3_600 };
					const leased = await stack.gateway.ask(leasedSchema, { method: 'POST', path: `${path}/take?wait=5`, body });
					if (leased.lease === null) return null;
					taken.push(...leased.leads.map(({ attempt, lead }) => ({ id: lead.id, attempt })));
					return leased;
				},
				isThere,
				'Leads of the flow',
			);
		const settle = async ({ lease, leads }: z.infer<typeof leasedSchema>) => {
			const results = leads.map(({ lead }) => ({ leadId: lead.id, outcome: 'done' }));
			const answer = z.object({ settled: z.int(), ignored: z.int() });
			const body = { lease, results };
			const settled = await stack.gateway.ask(answer, { method: 'POST', path: `${path}/settle`, body });
			expect(settled).toEqual({ settled: leads.length, ignored: 0 });
		};
		let open = await take();
		return endless(stack, id, {
			async meanwhile() {
				await stack.admin.captureLead(agentId, { name: 'Ada Example', email: 'meanwhile@client.example' });
			},
			async bringMore() {
				await settle(open);
				await stack.admin.captureLead(agentId, { name: 'Ada Example', email: 'afterwards@client.example' });
				const expected = await idsAtService(stack, agentId);
				while (taken.length < expected.length) {
					open = await take();
					if (taken.length < expected.length) await settle(open);
				}
				expect(taken.map(({ attempt }) => attempt)).toEqual(expected.map(() => 1));
				expect(taken.map((lead) => lead.id).toSorted(byNumber)).toEqual(expected);
				return expected.length - open.leads.length;
			},
		});
	};
};
