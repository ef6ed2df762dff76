import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import type { RestartableService } from '../../support/stack/restartable-service';
import { withChaosStack } from './with-chaos-stack';

const LEADS = 12;
const BATCH = 4;
/** Longer than a kill and a restart on a busy machine. */
const LEASE_SECONDS = 300;
/** A request has reached the gateway by then, and its response has not reached the caller. Milliseconds. */
const LOST_AFTER_MS = 20;

const chaos = withChaosStack();

const leasedSchema = z.object({
	lease: z.string().nullable(),
	leads: z.array(z.object({ attempt: z.int(), lead: z.looseObject({ id: z.int() }) })),
});
const settledSchema = z.object({ settled: z.int(), ignored: z.int() });
type Leased = z.infer<typeof leasedSchema>;

/** A flow that takes leads as the Synced Lead Trigger does: the same request until a response comes. */
class Flow {
	/** Ids of the leads that it wrote to its CRM. */
	readonly written: number[] = [];
	private takes = 0;

	private constructor(readonly id: string) {}

	/** An agent with leads, and a published flow that takes them. */
	static async publish(): Promise<Flow> {
		const agentId = await chaos().newAgent();
		for (let number = 1; number <= LEADS; number += 1)
			await chaos().admin.captureLead(agentId, { name: 'Ada', email: `${agentId}-${number}@client.example` });
		const settings = { label: 'Chaos', intervalSeconds: 10, maxAttempts: 3, retryPauseSeconds: 1 };
		const body = { connection: 'sandbox', agentId, flow: `flow:${agentId}`, ...settings };
		const opened = await chaos().gateway.ask(z.looseObject({ id: z.string() }), {
			method: 'POST',
			path: '/v1/syncs',
			body,
		});
		return new Flow(opened.id);
	}

	/** @param key a repeat has the key of its request */
	take(key = `take-${(this.takes += 1)}`): Promise<Leased> {
		const body = { max: BATCH, leaseSeconds: LEASE_SECONDS };
		return this.persistently(leasedSchema, 'take?wait=5', body, key);
	}

	/** The execution writes the leads, and succeeds. */
	execute({ leads }: Leased): void {
		this.written.push(...leads.map(({ lead }) => lead.id));
	}

	/** @returns the number of leads. A repeat counts what its first request has settled as ignored. */
	async settle(leased: Leased): Promise<number> {
		const { settled, ignored } = await this.persistently(settledSchema, 'settle', settlementOf(leased));
		return settled + ignored;
	}

	/** Sends a request whose response is lost, because the caller leaves. */
	async lose(what: 'take' | 'settle', body: object, key?: string): Promise<void> {
		const signal = AbortSignal.timeout(LOST_AFTER_MS);
		await this.request(z.unknown(), what, body, key, signal).catch(() => undefined);
	}

	/** Takes and settles until every lead is written. */
	async finish(): Promise<void> {
		while (this.written.length < LEADS) {
			const leased = await this.take();
			if (leased.lease === null) continue;
			this.execute(leased);
			await this.settle(leased);
		}
	}

	/** @returns how many leads the sync counts as done and as refused */
	async progress() {
		const { progress } = await chaos().gateway.read(this.id);
		return { done: progress?.itemsDone, refused: progress?.itemsFailed };
	}

	private persistently<Response>(
		schema: z.ZodType<Response>,
		what: string,
		body: object,
		key?: string,
	): Promise<Response> {
		return eventually(() => this.request(schema, what, body, key), isThere, `A response to ${what}`, {
			everyMs: 500,
			looks: 480,
		});
	}

	private request<Response>(
		schema: z.ZodType<Response>,
		what: string,
		body: object,
		key?: string,
		signal?: AbortSignal,
	): Promise<Response> {
		const path = `/v1/syncs/${encodeURIComponent(this.id)}/leads/${what}`;
		return chaos().gateway.ask(schema, { method: 'POST', path, body, ...(key && { key }), ...(signal && { signal }) });
	}
}

function settlementOf({ lease, leads }: Leased) {
	return { lease, results: leads.map(({ lead }) => ({ leadId: lead.id, outcome: 'done', reason: '' })) };
}

/** The first leads that wait. */
async function firstLeads(flow: Flow): Promise<Leased> {
	for (;;) {
		const leased = await flow.take();
		if (leased.lease !== null) return leased;
	}
}

async function restart(service: RestartableService): Promise<void> {
	await service.kill();
	await service.start();
}

/** Every lead was written once, and the sync counts it once. */
async function expectEachOnce(flow: Flow): Promise<void> {
	expect(flow.written).toHaveLength(LEADS);
	expect(new Set(flow.written).size).toBe(LEADS);
	await eventually(
		async () => (await flow.progress()).done,
		(seen) => seen === LEADS,
		'All leads counted',
		{ everyMs: 500, looks: 480 },
	);
	expect(await flow.progress()).toEqual({ done: LEADS, refused: 0 });
	await chaos().gateway.cancel(flow.id);
}

describe.each(['worker', 'temporal'] as const)('kill -9 of the %s', (name) => {
	const victim = () => chaos().stack[name];

	it('while a flow has leads: its lease holds, and it gets the others afterwards', async () => {
		const flow = await Flow.publish();
		const leased = await firstLeads(flow);
		flow.execute(leased);
		await restart(victim());
		expect(await flow.settle(leased)).toBe(BATCH);
		await flow.finish();
		await expectEachOnce(flow);
	});

	it('after a hand-out whose response was lost: the repeat gets the same leads', async () => {
		const flow = await Flow.publish();
		const first = await firstLeads(flow);
		flow.execute(first);
		await flow.settle(first);
		await flow.lose('take', { max: BATCH, leaseSeconds: LEASE_SECONDS }, 'lost');
		await restart(victim());
		const repeated = await flow.take('lost');
		expect(await flow.take('lost')).toEqual(repeated);
		flow.execute(repeated);
		await flow.settle(repeated);
		await flow.finish();
		await expectEachOnce(flow);
	});

	it('after an acknowledgement whose response was lost: its repeat counts no lead twice', async () => {
		const flow = await Flow.publish();
		const leased = await firstLeads(flow);
		flow.execute(leased);
		await flow.lose('settle', settlementOf(leased));
		// oxlint-disable-next-line test-time/no-timer -- The response is lost by then, of which nobody hears.
		await pause(LOST_AFTER_MS);
		await restart(victim());
		expect(await flow.settle(leased)).toBe(BATCH);
		await flow.finish();
		await expectEachOnce(flow);
	});
});
