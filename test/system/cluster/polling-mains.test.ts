/**
 * Triggers that poll in two main processes of n8n in turn, with n8n's durable scheduler. What each execution began with
 * is counted in n8n's database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { textAt } from '../../../scripts/json.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { activateFlow, importFlow } from '../../../scripts/n8n/workflows.mjs';
import { AGENT, TriggerLeads } from '../e2e/trigger-leads';
import { type N8nMains, startN8nMains } from './n8n-mains';
import { Execution } from '../../support/stack/execution';
import { listExecutions } from '../../support/stack/list-executions';
import { type Stack, startStack } from '../../support/stack/start-stack';

const LIMIT_MS = 25 * 60_000;
/** Each polls once a minute, at a second of its own. */
const FLOWS = 10;
/** So long a lookup takes that a kill finds executions under way. Milliseconds. */
const SLOW = { kind: 'delay', delayMs: 400 } as const;
const OLD = 5;

const flowSchema = z.looseObject({ nodes: z.array(z.looseObject({ name: z.string() })), connections: z.unknown() });

describe.each([
	{ durableCursors: true, most: 1 },
	{ durableCursors: false, most: 2 },
])('two mains, durable cursors: $durableCursors', ({ durableCursors, most }) => {
	const ends: Array<() => Promise<void>> = [];
	let stack: Stack;
	let n8n: N8nMains;
	let leads: TriggerLeads;
	let old: number[];
	let flows: string[];

	beforeAll(async () => {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-mains-'));
		ends.push(() => rm(folder, { recursive: true, force: true }));
		stack = await startStack({ folder, clockFactor: 10, callbackHosts: [`127.0.0.1:${await freePort()}`] });
		ends.push(() => stack.stop());
		n8n = await startN8nMains(stack, folder, { N8N_POLLER_DURABLE_CURSORS_ENABLED: String(durableCursors) });
		ends.push(() => n8n.stop());
		leads = new TriggerLeads(stack.sandbox);
		await leads.admin.createAgent({ id: AGENT, name: AGENT, website: stack.sandbox.siteUrl });
		old = await leads.capture(OLD);
		flows = await publish();
	}, LIMIT_MS);

	afterAll(async () => {
		for (const end of ends.splice(0).toReversed()) await end();
	});

	/** The same flow several times, each with one time to poll at. */
	async function publish(): Promise<string[]> {
		const first = await n8n.importFlow('test/system/e2e/flows/trigger-leads.json');
		const flow = flowSchema.parse(await n8n.client.request('GET', `/rest/workflows/${first}`));
		const ids: string[] = [];
		for (let each = 0; each < FLOWS; each++) {
			const cronExpression = `${Math.floor((60 * each) / FLOWS)} * * * * *`;
			const nodes = flow.nodes.map((node) => {
				const parameters = { ...z.looseObject({}).parse(node['parameters']) };
				if (node.name !== 'New Lead') return node;
				return { ...node, parameters: { ...parameters, pollTimes: { item: [{ mode: 'custom', cronExpression }] } } };
			});
			const copy = { name: `Leads ${each}`, nodes, connections: flow.connections, settings: { executionOrder: 'v1' } };
			const id = await importFlow(n8n.client, copy);
			await activateFlow(n8n.client, id);
			ids.push(id);
		}
		for (const id of ids) await untilPublished(id);
		return ids;
	}

	/** n8n has looked once, at which all that is there is old. */
	async function untilPublished(id: string): Promise<void> {
		const ask = async () => {
			const status = textAt(await n8n.client.request('GET', `/rest/workflows/${id}/publication-status`), 'status');
			return status === 'published' ? true : null;
		};
		await eventually(ask, isThere, `The publication of ${id}`, { everyMs: 500, looks: 480 });
	}

	/** The leads that the flow's executions began with, of all that n8n has stored, however they ended. */
	async function givenTo(flow: string): Promise<number[]> {
		const executions = await listExecutions(n8n.client, flow);
		const read = await Promise.all(executions.map(({ id }) => Execution.read(n8n.client, id)));
		return read.flatMap((execution) => execution.began('New Lead').map((lead) => Number(lead['id'])));
	}

	async function untilGiven(wanted: readonly number[]): Promise<number[][]> {
		const ask = async () => {
			const given = await Promise.all(flows.map(givenTo));
			const missing = given.map((ids) => wanted.filter((id) => !ids.includes(id)).length);
			if (missing.some((count) => count > 0)) throw new Error(`By flow are missing: ${missing.join(', ')}`);
			return given;
		};
		return await eventually(ask, isThere, 'All leads in all flows', { everyMs: 2_000, looks: 120 });
	}

	const doubled = (given: readonly number[][]) =>
		given.flatMap((ids, flow) =>
			[...new Set(ids)].flatMap((id) => {
				const times = ids.filter((each) => each === id).length;
				return times > most ? [`lead ${id} in flow ${flow}: ${times} times`] : [];
			}),
		);

	it(
		'both poll, and each flow gets each lead',
		async () => {
			const wanted: number[] = [];
			for (let round = 0; round < 6; round++) {
				wanted.push(...(await leads.capture(2)));
				// oxlint-disable-next-line test-time/no-timer -- n8n polls once a minute, by the clock.
				await pause(20_000);
			}
			const given = await untilGiven(wanted);
			expect(doubled(given)).toEqual([]);
			expect(given.flat().filter((id) => old.includes(id))).toEqual([]);
			expect((await n8n.endedByMain()).filter((ended) => ended === 0)).toEqual([]);
		},
		LIMIT_MS,
	);

	it(
		'nothing is lost when each of them is killed, in turn and both at once, and with durable cursors nothing comes twice',
		async () => {
			await leads.admin.addFault('GET', `/agents/${AGENT}/leads/{leadId}`, SLOW, 100_000);
			const wanted: number[] = [];
			const [one, other] = n8n.mains;
			for (const killed of [[one], [other], [one, other], [other], [one]]) {
				wanted.push(...(await leads.capture(8)));
				await leads.untilLookedUp(wanted.slice(-8), 1);
				for (const main of killed) await main.kill();
				wanted.push(...(await leads.capture(2)));
				// oxlint-disable-next-line test-time/no-timer -- The process is away for so long.
				await pause(10_000);
				for (const main of killed) await main.start();
			}
			await untilGiven(wanted);
			// What a poll after that would repeat.
			// oxlint-disable-next-line test-time/no-timer -- n8n polls once a minute, by the clock.
			await pause(70_000);
			const given = await untilGiven(wanted);
			expect(durableCursors ? doubled(given) : []).toEqual([]);
			expect(given.flat().filter((id) => old.includes(id))).toEqual([]);
		},
		LIMIT_MS,
	);
});
