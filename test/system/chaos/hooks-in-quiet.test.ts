/* oxlint-disable test-time/no-timer, test-time/no-clock -- How soon a message has its run is the subject. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { collectingHook, nothingOpen, percentile, postMessage, runsOf } from './hook-messages';
import { withChaosStack } from './with-chaos-stack';

/** HOOKS_MINUTES=10 sends them at the pace of life. By default the same messages come twenty times faster. */
const MINUTES = Number(process.env['HOOKS_MINUTES'] ?? 0.5);
const AGENTS = 20;
const MESSAGES = 1_000;
/** Quiet time and longest delay of ten minutes, scaled with them. */
const QUIET_SECONDS = Math.max(1, Math.round(20 * (MINUTES / 10)));
const LONGEST_SECONDS = QUIET_SECONDS * 6;
/** Until all runs have ended, on a slow machine too. */
const TIMEOUT_MS = (MINUTES + 20) * 60_000;

const chaos = withChaosStack();

interface Message {
	agentId: string;
	/** Milliseconds since 1970: before it was sent, and after it was answered with 202. */
	sentAt: number;
	notedAt: number;
}

beforeAll(async () => {
	const hook = collectingHook(QUIET_SECONDS, LONGEST_SECONDS);
	await writeFile(join(chaos().folder, 'worker.local.yaml'), JSON.stringify({ hooks: { publish: hook } }));
	await chaos().stack.worker.stop();
	await chaos().stack.worker.start();
});

/** Sends until the gateway has noted it, as a sender that repeats what got no 202. */
async function publish(agentId: string, nth: number): Promise<Message> {
	for (;;) {
		const sentAt = Date.now();
		try {
			const status = await postMessage(chaos(), { agent: agentId, change: nth });
			if (status === 202) return { agentId, sentAt, notedAt: Date.now() };
		} catch {
			// The gateway is away.
		}
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
}

/** All messages, evenly over the time, one agent after the other and in bursts of several. */
async function publishAll(agents: readonly string[], minutes: number): Promise<Message[]> {
	const pauseMs = (minutes * 60_000) / MESSAGES;
	const sending = Array.from({ length: MESSAGES }, async (_, nth) => {
		await new Promise((resolve) => setTimeout(resolve, nth * pauseMs));
		return publish(agents[Math.floor(nth / 5) % agents.length] ?? '', nth);
	});
	return Promise.all(sending);
}

async function judged(name: string, messages: readonly Message[], agents: readonly string[], since: number) {
	const calls = await chaos().admin.requests({ since: new Date(since).toISOString() });
	const rows = await Promise.all(
		agents.map(async (agentId) => {
			const runs = (await runsOf(chaos(), agentId)).filter((at) => at >= since);
			const mine = messages.filter((message) => message.agentId === agentId);
			// The clocks are one machine's: a run covers what was sent before it began.
			const uncovered = mine.filter(({ sentAt }) => !runs.some((at) => at >= sentAt));
			const ofAgent = calls.filter(({ path }) => path.includes(agentId)).length;
			return { agentId, messages: mine.length, runs: runs.length, calls: ofAgent, uncovered: uncovered.length };
		}),
	);
	const sum = (field: 'messages' | 'runs' | 'calls' | 'uncovered') => rows.reduce((all, row) => all + row[field], 0);
	const waits = messages.map(({ sentAt, notedAt }) => notedAt - sentAt);
	const p = (share: number) => percentile(waits, share);
	for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
	process.stdout.write(
		`${name}: ${sum('messages')} messages, ${sum('runs')} runs, ${sum('calls')} calls, ${sum('uncovered')} changes without a run after them; 202 after ${p(0.5)} ms (p50), ${p(0.95)} ms (p95), ${p(1)} ms (most)\n`,
	);
	return { runs: sum('runs'), uncovered: sum('uncovered'), rows };
}

test(
	`${MESSAGES} messages for ${AGENTS} agents: each change is covered by a run that began after it`,
	{ timeout: TIMEOUT_MS },
	async () => {
		const agents = await Promise.all(Array.from({ length: AGENTS }, () => chaos().newAgent()));
		const since = Date.now();
		const messages = await publishAll(agents, MINUTES);
		await nothingOpen(chaos());
		const { runs, uncovered, rows } = await judged('undisturbed', messages, agents, since);
		expect(uncovered).toBe(0);
		expect(rows.every(({ runs: each }) => each >= 1)).toBe(true);
		// As many as the longest delay allows, and one more.
		expect(runs).toBeLessThanOrEqual(AGENTS * (Math.ceil((MINUTES * 60) / QUIET_SECONDS) + 1));
		expect(runs).toBeLessThan(MESSAGES / 2);
	},
);

test('the same, while the worker and the gateway are killed again and again', { timeout: TIMEOUT_MS }, async () => {
	const agents = await Promise.all(Array.from({ length: AGENTS }, () => chaos().newAgent()));
	const since = Date.now();
	const publishing = publishAll(agents, MINUTES);
	for (let kills = 0; kills < 3; kills += 1) {
		await new Promise((resolve) => setTimeout(resolve, (MINUTES * 60_000) / 5));
		await chaos().stack.worker.kill();
		await chaos().stack.worker.start();
	}
	const messages = await publishing;
	await nothingOpen(chaos());
	const { runs, uncovered } = await judged('under kills', messages, agents, since);
	expect(uncovered).toBe(0);
	expect(runs).toBeLessThan(MESSAGES / 2);
});
