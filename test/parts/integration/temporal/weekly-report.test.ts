import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { load } from 'cheerio';
import { type ParsedMail, simpleParser } from 'mailparser';
import { ago, ahead, now } from '../../../support/time/moments';
import { type MailServer, startMailServer } from '../../../../worker/activities/mail/testing/mail-server';
import { countFailedTasks } from '../../../../worker/activities/weekly-report/failed-tasks';
import { planWeeks } from '../../../../worker/activities/weekly-report/plan-weeks';
import { dayAfter } from '../../../../api/calendar-days';
import { KeptReadings } from '../../../../worker/activities/weekly-report/readings';
import { fileKey } from '../../../../worker/storage/blobs';
import { DirectoryStore } from '../../../../worker/storage/blobs/directory-store';
import { reportSchema } from '../../../../worker/reports/report';
import { TemporalTaskTimelines } from '../../../../worker/tasks/timeline/temporal-task-timelines';
import { weeklyReportInputSchema, weeklyReportResultSchema } from '../../../../workflows/weekly-report/contract';
import { Platform } from '../../../support/temporal/start-platform';
import { eventually } from '../../../support/time/eventually';

const [SHOP, QUIET] = ['agent_support', 'agent_sales'] as const;
const DAY_MS = 24 * 3_600_000;
/** So many days ago, at noon UTC. */
const daysAgo = (days: number) => {
	const noon = ago(days * DAY_MS);
	noon.setUTCHours(12, 0, 0, 0);
	return noon.toISOString();
};
/** Of the week, of the week before, and of neither. */
const [NOW, BEFORE, OLDER] = [daysAgo(3), daysAgo(10), daysAgo(17)];

const mails: ParsedMail[] = [];
/** SMTP statuses of the next mails; none: it is taken. */
let refusals: number[] = [];
let mailServer: MailServer;
let platform: Platform;

beforeAll(async () => {
	mailServer = await startMailServer({
		onRcptTo: (_address, _session, done) => {
			const status = refusals.shift();
			done(status === undefined ? null : Object.assign(new Error('Later.'), { responseCode: status }));
		},
		onData: (stream, _session, done) => {
			simpleParser(stream).then((mail) => {
				mails.push(mail);
				done(null);
			}, done);
		},
	});
	platform = await Platform.start({ mail: { smtpUrl: mailServer.smtpUrl, from: 'Reports <reports@shop.example>' } });
	await platform.admin.changeAccount({ plan: 'business', creditsUsed: 1_234 });
	await seed();
});
afterAll(async () => {
	await platform.stop();
	await mailServer.close();
});
beforeEach(() => {
	mails.length = 0;
	refusals = [];
});
afterEach(() => platform.admin.clearFaults());

/** Two weeks of an agent. A lead begins a conversation of its own unless it names one. */
async function seed(): Promise<void> {
	const { admin } = platform;
	const conversations = new Map<string, string>();
	for (const [createdAt, count] of [
		[NOW, 6],
		[BEFORE, 4],
		[OLDER, 3],
	] as const) {
		for (let each = 0; each < count; each += 1)
			conversations.set(createdAt, await admin.beginConversation(SHOP, { createdAt }));
	}
	const lead = async (capturedAt: string, number: number) => {
		const conversationId = conversations.get(capturedAt) ?? '';
		await admin.captureLead(SHOP, { name: 'Ada', email: `ada${number}@client.example`, capturedAt, conversationId });
	};
	for (const number of [1, 2, 3, 4, 5]) await lead(NOW, number);
	for (const number of [6, 7]) await lead(BEFORE, number);
	await lead(OLDER, 8);
	const order = (orderNumber: string, status: 'pending' | 'confirmed' | 'cancelled', createdAt: string) =>
		admin.askForConfirmation(SHOP, { orderNumber, status, createdAt });
	for (const [number, status] of ['confirmed', 'confirmed', 'confirmed', 'cancelled', 'pending'].entries())
		await order(`now-${number}`, status as 'confirmed', NOW);
	for (const [number, status] of ['confirmed', 'cancelled'].entries())
		await order(`before-${number}`, status as 'confirmed', BEFORE);
	const database = new DatabaseSync(platform.databaseFile);
	const ask = database.prepare(
		'INSERT INTO unanswered_questions (agent_id, conversation_id, content, created_at) VALUES (?, ?, ?, ?)',
	);
	const asked = [NOW, NOW, NOW, BEFORE, OLDER];
	const fail = database.prepare(
		`UPDATE sources SET name = 'Prices.xlsx', status = 'failed', error_message = 'The file is encrypted.'
		WHERE id = (SELECT max(id) FROM sources WHERE agent_id = ?)`,
	);
	expect(fail.run(SHOP).changes).toBe(1);
	for (const at of asked) ask.run(SHOP, conversations.get(at) ?? '', 'Do you repair bicycles?', at);
	database.close();
}

async function reported(key: string, input: object = {}) {
	const whole = weeklyReportInputSchema.parse({ connection: 'sandbox', ...input });
	const { id } = await platform.tasks.start({ type: 'weekly-report', idempotencyKey: key, input: whole });
	const task = await platform.ended(id);
	expect(task).toMatchObject({ status: 'completed', error: null });
	return { id, task, result: weeklyReportResultSchema.parse(task.result) };
}

async function contentOf(id: string, name: string): Promise<string> {
	const blob = await new DirectoryStore(platform.blobs).open(fileKey(id, name));
	if (blob === null) throw new Error(`There is no file ${name}.`);
	return (await buffer(blob.content)).toString();
}

const mailed = async (count: number) =>
	eventually(
		() => mails.length,
		(seen) => expect(seen).toBe(count),
		'a mail is sent by a workflow of its own',
	);

describe('weekly-report', () => {
	it('has the numbers of the service, against the week before', async () => {
		const since = now().toISOString();
		const { id, task, result } = await reported('numbers', { agentIds: [SHOP] });
		const [agent] = result.agents;
		expect(agent).toMatchObject({ agentId: SHOP, status: 'read' });
		expect(agent?.measures).toMatchObject({
			leads: { now: 5, before: 2, note: null },
			conversations: { now: 6, before: 4, note: null },
			openQuestions: { now: 3, before: 1, note: null },
			codConfirmed: { now: 3, before: 1, note: null },
			codSettled: { now: 4, before: 2 },
			codRate: { now: 0.75, before: 0.5 },
			failedSources: { now: 1, before: null, note: { reason: 'no_week_before' } },
			failedTasks: { now: 0, before: 0 },
		});
		expect(result.totals).toMatchObject({ leads: { now: 5, before: 2 }, creditsUsed: { now: 1_234, before: null } });
		const requests = await platform.admin.requests({ method: 'GET', since });
		const ofAgent = requests.filter(({ path }) => path.startsWith(`/agents/${SHOP}`));
		// The start of the task reads the list of agents, which is no call of the agent.
		expect(ofAgent.length).toBeLessThanOrEqual(12);
		expect(result.calls).toBe(ofAgent.length + 1);
		const report = reportSchema.parse(JSON.parse(await contentOf(id, result.json.name)));
		expect(report).toMatchObject({ totals: result.totals, agents: result.agents });
		expect(load(await contentOf(id, result.file.name))('body').text()).toContain('+3 (+150%), from 2');
		expect(await contentOf(id, result.csv.name)).toContain(`${SHOP},`);
		expect(report.quoted).toEqual([{ agentId: SHOP, questions: ['Do you repair bicycles?'] }]);
		expect(load(await contentOf(id, result.file.name))('body').text()).toContain('Do you repair bicycles?');
		const sources = [{ name: 'Prices.xlsx', reason: 'The file is encrypted.' }];
		expect(report.failedSources).toEqual([{ agentId: SHOP, sources }]);
		expect(load(await contentOf(id, result.file.name))('body').text()).toContain('The file is encrypted.');
		expect(JSON.stringify(task)).not.toMatch(/bicycles|Prices/);
	});

	it('quotes no visitor where it must not', async () => {
		const { id, result } = await reported('no-quotes', { agentIds: [SHOP], quoteQuestions: false });
		expect(result.totals.openQuestions).toMatchObject({ now: 3 });
		for (const { name } of [result.file, result.json]) expect(await contentOf(id, name)).not.toContain('bicycles');
	});

	it('mails each address once, as HTML and plain text, also after refusals for now', async () => {
		refusals = [451, 450];
		const mailTo = ['ada@client.example', 'bob@client.example'];
		await reported('mailed', { agentIds: [SHOP], mailTo, locale: 'de' });
		await mailed(2);
		const to = mails.flatMap((mail) => (Array.isArray(mail.to) ? mail.to : [mail.to])).map((each) => each?.text);
		expect(to.toSorted()).toEqual(mailTo);
		expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
		const [mail] = mails;
		expect(mail?.subject).toMatch(/^Weekly report: sandbox, /);
		const html = load(String(mail?.html));
		expect(html('a').attr('href')).toMatch(/^http:\/\/gateway\.example\/tasks#task=weekly-report/);
		expect(html('body').text()).toContain('75');
		expect(mail?.text).toContain('Leads: 5 (+3 (+150');
		expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
	});

	it('says on the page of the task that a mail did not arrive', async () => {
		refusals = [550];
		const { id } = await reported('refused', { agentIds: [SHOP], mailTo: ['gone@client.example'] });
		const timelines = new TemporalTaskTimelines(platform.client, () => Promise.resolve(new Set()));
		const reasonOf = async () =>
			(await timelines.read(id)).entries.find(({ title }) => title === 'Mail with the report')?.reason ?? null;
		await eventually(
			reasonOf,
			(seen) => expect(seen).toContain('refused a mail with the report'),
			'a refused mail is in the timeline a moment later',
		);
		expect(mails).toEqual([]);
	});

	it('compares states with what the report of the week before kept', async () => {
		const { result } = await reported('first', { agentIds: [SHOP] });
		const lastWeek = dayAfter(result.week.firstDay, -7);
		const kept = new KeptReadings(new DirectoryStore(platform.blobs), 'sandbox');
		expect(await kept.of(null, result.week.firstDay)).toEqual({ creditsUsed: 1_234 });
		await kept.keep(SHOP, lastWeek, { failedSources: 2 });
		await kept.keep(null, lastWeek, { creditsUsed: 1_000 });
		const { totals } = (await reported('second', { agentIds: [SHOP] })).result;
		expect(totals.failedSources).toEqual({ now: 1, before: 2, note: null });
		expect(totals.creditsUsed).toEqual({ now: 1_234, before: 1_000, note: null });
	});

	it('reports on all agents, and says what an agent lacks', async () => {
		await platform.admin.addFault('GET', `/agents/${QUIET}/leads`, { kind: 'status', status: 404 }, 10);
		const weekStart = daysAgo(7).slice(0, 10);
		const first = await reported('last-week', { weekStart });
		expect(first.result.week).toMatchObject({ firstDay: weekStart });
		const quiet = first.result.agents.find(({ agentId }) => agentId === QUIET);
		expect(quiet).toMatchObject({
			status: 'incomplete',
			measures: { leads: { now: null, note: { reason: 'refused' } } },
		});
		expect(first.task.ending).toBe('incomplete');
		expect(first.result.agents.length).toBeGreaterThan(1);
	});

	it('says on a plan without advanced analytics that it has no unanswered questions', async () => {
		await platform.admin.changeAccount({ plan: 'free' });
		const { result } = await reported('free', { agentIds: [SHOP] });
		await platform.admin.changeAccount({ plan: 'business' });
		expect(result.agents[0]).toMatchObject({
			status: 'read',
			measures: { openQuestions: { now: null, note: { reason: 'not_in_plan' } }, leads: { now: 5 } },
		});
	});

	it('counts the tasks of the worker that somebody has to look at, in all and by agent', async () => {
		await platform.failRetrain(1, { kind: 'status', status: 403 });
		const { id } = await platform.retrain('refused');
		expect(await platform.ended(id)).toMatchObject({ status: 'failed' });
		const [before, from, until] = [-7, 0, 7].map((days) => ahead((days - 1) * DAY_MS).toISOString());
		const weeks = planWeeks({ connection: 'sandbox', at: NOW }, {});
		const request = { connection: 'sandbox', weeks: Object.assign(weeks, { before, from, until }) };
		// Temporal's index is a moment behind.
		await eventually(
			() => countFailedTasks(platform.client, request),
			(seen) => expect(seen).toMatchObject({ all: { now: 1, before: 0 }, byAgent: { [SHOP]: { now: 1, before: 0 } } }),
			"Temporal's index shows the end of a task a moment later",
		);
		const others = await countFailedTasks(platform.client, { ...request, connection: 'other' });
		expect(others).toEqual({ all: { now: 0, before: 0 }, byAgent: {} });
	});

	it('counts by the days of the zone', async () => {
		// Midnight in Auckland is 11:00 UTC in summer and 12:00 in winter, so noon UTC is a day later there.
		const { result } = await reported('auckland', { agentIds: [SHOP], timeZone: 'Pacific/Auckland' });
		expect(result.week.timeZone).toBe('Pacific/Auckland');
		expect(result.totals.leads).toMatchObject({ now: 5, before: 2 });
	});

	it('uses the zone and the locale of the connection, also after the worker read its configuration again', async () => {
		platform.reloadConnection({ timeZone: 'Asia/Tokyo', locale: 'de' });
		const reloaded = await reported('tokyo', { agentIds: [SHOP] });
		expect(reloaded.result.week).toMatchObject({ timeZone: 'Asia/Tokyo', locale: 'de' });
		expect(await contentOf(reloaded.id, reloaded.result.file.name)).toContain('(Asia/Tokyo)');
		platform.reloadConnection({ timeZone: 'Europe/Berlin' });
		const named = await reported('again', { agentIds: [SHOP], locale: 'fr' });
		expect(named.result.week).toMatchObject({ timeZone: 'Europe/Berlin', locale: 'fr' });
	});
});
