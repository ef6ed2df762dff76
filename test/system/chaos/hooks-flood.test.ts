/* oxlint-disable test-time/no-timer, test-time/no-clock -- How long the gateway takes at a given pace is the subject. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { parse } from 'yaml';
import { z } from 'zod';
import { figure, readMetrics } from '../../support/site/read-metrics';
import { collectingHook, nothingOpen, percentile, postMessage, runsOf } from './hook-messages';
import { withChaosStack } from './with-chaos-stack';

/** FLOOD_MESSAGES=20000 sends more in the same minute. */
const MESSAGES = Number(process.env['FLOOD_MESSAGES'] ?? 10_000);
const MINUTE_MS = 60_000;
const QUIET_SECONDS = 5;
const LONGEST_SECONDS = 20;
const MIB = 1024 * 1024;

const chaos = withChaosStack({ gatewayApart: true });

beforeAll(async () => {
	const hooks = { publish: collectingHook(QUIET_SECONDS, LONGEST_SECONDS) };
	await writeFile(join(chaos().folder, 'gateway.local.yaml'), JSON.stringify({ hooks }));
	const { server } = chaos().stack.gateway;
	await server.stop();
	await server.start();
});

interface Message {
	/** Milliseconds since 1970. */
	sentAt: number;
	answeredMs: number;
	/** 0: no response. */
	status: number;
}

async function send(agent: string, change: number): Promise<Message> {
	const sentAt = Date.now();
	const status = await postMessage(chaos(), { agent, change }).catch(() => 0);
	return { sentAt, answeredMs: Date.now() - sentAt, status };
}

/** Evenly over a minute, whatever the gateway does: senders know nothing of each other. */
async function flood(agent: string): Promise<Message[]> {
	const begun = Date.now();
	const sending: Array<Promise<Message>> = [];
	while (sending.length < MESSAGES) {
		const due = Math.min(MESSAGES, Math.ceil(((Date.now() - begun) / MINUTE_MS) * MESSAGES));
		while (sending.length < due) sending.push(send(agent, sending.length));
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	return Promise.all(sending);
}

const configSchema = z.object({ telemetry: z.object({ gatewayAddress: z.string() }) });

/** The resident memory of the gateway's process, in MiB. */
async function memory(): Promise<number> {
	const { telemetry } = configSchema.parse(parse(await readFile(join(chaos().folder, 'gateway.yaml'), 'utf8')));
	const samples = await readMetrics(`http://${telemetry.gatewayAddress}`);
	return Math.round(figure(samples, 'process_resident_memory_bytes') / MIB);
}

/** Looks at the memory every two seconds meanwhile. */
async function watchingMemory<Result>(work: Promise<Result>): Promise<{ result: Result; most: number }> {
	let [isOver, most] = [false, 0];
	const watching = (async () => {
		while (!isOver) {
			most = Math.max(most, await memory());
			await new Promise((resolve) => setTimeout(resolve, 2_000));
		}
	})();
	const result = await work;
	isOver = true;
	await watching;
	return { result, most };
}

/** Events and signals of each history of an agent's workflow. */
async function histories(agentId: string): Promise<Array<{ events: number; signals: number }>> {
	const connection = await Connection.connect({ address: chaos().stack.temporalAddress });
	try {
		const namespace = 'agent-knowledge';
		const { workflow, workflowService } = new Client({ connection, namespace });
		const id = `hook/publish/${agentId}`;
		const found = [];
		// The client's own list would decrypt the memos, for which it lacks the key.
		const { executions } = await workflowService.listWorkflowExecutions({ namespace, query: `WorkflowId = '${id}'` });
		for (const { execution } of executions) {
			const events = (await workflow.getHandle(id, execution?.runId ?? '').fetchHistory()).events ?? [];
			const signals = events.filter((event) => event.workflowExecutionSignaledEventAttributes);
			found.push({ events: events.length, signals: signals.length });
		}
		return found;
	} finally {
		await connection.close();
	}
}

test(`${MESSAGES} messages in a minute to one hook: few signals, and no change without a run after it`, async () => {
	const agentId = await chaos().newAgent();
	const before = await memory();
	const { result: messages, most } = await watchingMemory(flood(agentId));
	await nothingOpen(chaos());
	const runs = await runsOf(chaos(), agentId);
	const noted = messages.filter(({ status }) => status === 202);
	const uncovered = noted.filter(({ sentAt }) => !runs.some((at) => at >= sentAt));
	const found = await histories(agentId);
	const signals = found.reduce((sum, each) => sum + each.signals, 0);
	const waits = noted.map(({ answeredMs }) => answeredMs);
	const statuses = [...new Set(messages.map(({ status }) => status))];
	const counts = statuses.map((each) => `${messages.filter(({ status }) => status === each).length} got ${each}`);
	process.stdout.write(
		[
			`flood: ${messages.length} messages, ${counts.join(', ')}; ${runs.length} runs, ${uncovered.length} noted without a run after them`,
			`answers: ${percentile(waits, 0.5)} ms (p50), ${percentile(waits, 0.95)} ms (p95), ${percentile(waits, 1)} ms (most)`,
			`workflow: ${signals} signals, histories of ${found.map(({ events }) => events).join(', ')} events`,
			`memory of the gateway: ${before} MiB before, ${most} MiB at most`,
			'',
		].join('\n'),
	);
	expect(noted.length).toBeGreaterThan(0);
	expect(uncovered).toEqual([]);
	// 0: no response.
	expect(statuses.filter((status) => ![202, 429].includes(status))).toEqual([]);
	// One a second, and some after the minute for what still waits.
	expect(signals).toBeLessThan(90);
	expect(most - before).toBeLessThan(300);
});
