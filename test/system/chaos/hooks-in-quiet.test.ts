import { createHmac, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { hookListSchema } from '../../../worker/gateway/schemas';
import { retrainPath } from './api-paths';
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
const SECRET = randomBytes(24).toString('hex');

const chaos = withChaosStack();

interface Message {
	agentId: string;
	/** Milliseconds since 1970: before it was sent, and after it was answered with 202. */
	sentAt: number;
	notedAt: number;
}

beforeAll(async () => {
	const hook = {
		signature: 'github',
		secrets: [SECRET],
		quietSeconds: QUIET_SECONDS,
		longestDelaySeconds: LONGEST_SECONDS,
		task: 'retrain-and-wait',
		connection: 'sandbox',
		fields: { '/agentId': '/agent' },
	};
	await writeFile(join(chaos().folder, 'worker.local.yaml'), JSON.stringify({ hooks: { publish: hook } }));
	await chaos().stack.worker.stop();
	await chaos().stack.worker.start();
});

/** Sends until the gateway has noted it, as a sender that repeats what got no 202. */
async function publish(agentId: string, nth: number): Promise<Message> {
	const body = JSON.stringify({ agent: agentId, change: nth });
	const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
	const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
	for (;;) {
		const sentAt = Date.now();
		try {
			const { status } = await fetch(`${chaos().gateway.url}/hooks/publish`, { method: 'POST', headers, body });
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

/** Temporal's list shows a new workflow a moment late, so one look is not enough. */
async function nothingOpen(): Promise<void> {
	for (let looks = 0; looks < 3; looks += 1) {
		await new Promise((resolve) => setTimeout(resolve, 2_000));
		await nothingSeemsOpen();
	}
}

async function nothingSeemsOpen(): Promise<void> {
	const allHaveRuns = async () => {
		const response = await fetch(`${chaos().gateway.url}/v1/hooks`, {
			headers: { authorization: `Bearer ${chaos().stack.gateway.token}` },
		});
		const { items } = hookListSchema.parse(await response.json());
		const subjects = items.flatMap((hook) => hook.subjects);
		return subjects.length > 0 && subjects.every(({ open, running }) => open === null && running === null)
			? true
			: null;
	};
	await waitUntil('all messages have their run', allHaveRuns, { timeoutMs: TIMEOUT_MS });
}

/** @returns how many runs of each agent the worker requested, when, in milliseconds since 1970 */
async function runsOf(agentId: string): Promise<number[]> {
	const posts = await chaos().admin.requests({ method: 'POST', path: retrainPath(agentId) });
	return posts.filter(({ status }) => status !== null && status < 300).map(({ at }) => Date.parse(at));
}

async function judged(name: string, messages: readonly Message[], agents: readonly string[], since: number) {
	const calls = await chaos().admin.requests({ since: new Date(since).toISOString() });
	const rows = await Promise.all(
		agents.map(async (agentId) => {
			const runs = (await runsOf(agentId)).filter((at) => at >= since);
			const mine = messages.filter((message) => message.agentId === agentId);
			// The clocks are one machine's: a run covers what was sent before it began.
			const uncovered = mine.filter(({ sentAt }) => !runs.some((at) => at >= sentAt));
			const ofAgent = calls.filter(({ path }) => path.includes(agentId)).length;
			return { agentId, messages: mine.length, runs: runs.length, calls: ofAgent, uncovered: uncovered.length };
		}),
	);
	const sum = (field: 'messages' | 'runs' | 'calls' | 'uncovered') => rows.reduce((all, row) => all + row[field], 0);
	const waits = messages.map(({ sentAt, notedAt }) => notedAt - sentAt).sort((one, other) => one - other);
	const p = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
	for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
	process.stdout.write(
		`${name}: ${sum('messages')} messages, ${sum('runs')} runs, ${sum('calls')} calls, ${sum('uncovered')} changes without a run after them; 202 after ${p(0.5)} ms (p50), ${p(0.95)} ms (p95), ${waits.at(-1)} ms (most)\n`,
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
		await nothingOpen();
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
	await nothingOpen();
	const { runs, uncovered } = await judged('under kills', messages, agents, since);
	expect(uncovered).toBe(0);
	expect(runs).toBeLessThan(MESSAGES / 2);
});
