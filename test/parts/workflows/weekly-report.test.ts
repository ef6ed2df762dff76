import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { WeeklyReportInput, WeeklyReportResult } from '../../../workflows/weekly-report/contract';
import { verdictOn } from '../../../workflows/weekly-report/verdict';
import { recordHistory } from '../replay/record-history';
import { eventually } from '../../support/time/eventually';
import { frozen } from './frozen';
import { ScriptedReport } from './scripted-report';
import { useWorkers } from './use-workers';

const report = new ScriptedReport();
const workers = useWorkers({
	continueAsNewAt: 120,
	internal: { ...report.internal },
	connections: { c: { ...report.api } },
});
beforeEach(() => {
	report.reset();
});

function start(name: string, more: Partial<WeeklyReportInput> = {}) {
	const input: WeeklyReportInput = { version: 1, connection: 'c', quoteQuestions: false, ...more };
	return workers.client.workflow.start<(...args: unknown[]) => Promise<WeeklyReportResult>>('weeklyReport', {
		workflowId: `weekly-report/${name}`,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

const mails = (name: string) => workers.client.workflow.getHandle(name).result();

describe('the paths of weekly-report', () => {
	it('reads all agents with about ten calls each, and names one that has gone', async () => {
		const task = await start('all-agents', { timeZone: 'Europe/Berlin' });
		const result = await task.result();
		expect(result).toMatchObject({
			agents: [
				{ agentId: 'few', name: 'Agent few', status: 'read', unrecognised: ['cod metrics: basket'] },
				{ agentId: 'gone', status: 'gone' },
			],
			recipients: 0,
		});
		expect(result.agents[0]?.measures).toMatchObject({
			leads: { now: 5, before: 0, note: null },
			failedSources: { now: 1 },
			codConfirmed: { now: 4, before: 2, note: null },
			codRate: { now: null, note: { reason: 'not_shown' } },
			creditsUsed: { now: null, note: { reason: 'account_only' } },
		});
		// One for the account, seven for the one, one for the other.
		expect(result.calls).toBe(9);
		expect(report.made).toMatchObject([{ creditsUsed: { now: 40 }, isPartial: false, calls: 9 }]);
		expect(report.planned).toMatchObject([{ timeZone: 'Europe/Berlin' }]);
		expect(verdictOn(result).ending).toBe('partly_failed');
		expect(report.mailed).toEqual([]);
		await recordHistory(workers.client, 'weekly-report/all-agents', 'weekly-report.v1.all-agents');
	});

	it('reports on the week for which a run was due, also when it is retried later', async () => {
		// A retry keeps only the id of the run of a schedule.
		const task = await start('mondays-2026-11-16T06:00:00Z');
		await task.result();
		expect(report.planned).toMatchObject([{ at: '2026-11-16T06:00:00.000Z' }]);
	});

	it('mails each address in a mail of its own, and tells subscribers', async () => {
		const mailTo = ['ada@client.example', 'bob@client.example'];
		const task = await start('mailed', { agentIds: ['few'], mailTo });
		const result = await task.result();
		expect(result.recipients).toBe(2);
		await mails('mail/weekly-report/mailed/report');
		expect(report.mailed.map(({ address }) => address).toSorted()).toEqual(mailTo);
		expect(new Set(report.mailed.map(({ report: name }) => name))).toEqual(new Set(['weekly-report.json']));
		await eventually(
			() => report.published.map(({ type }) => type),
			(seen) => expect(seen).toContain('report.ready'),
			'each event is published by a workflow of its own',
		);
		const ready = report.published.find(({ type }) => type === 'report.ready');
		expect(ready?.data).toMatchObject({
			agents: 1,
			measures: [{ name: 'leads', now: 5, before: 0 }, {}, {}, {}, {}, {}],
		});
		await recordHistory(workers.client, 'weekly-report/mailed', 'weekly-report.v1.mailed');
	});

	it('mails its report once, although a run that mailed it is started again', async () => {
		const mailTo = ['ada@client.example', 'bob@client.example'];
		// As after a retry of a run that was terminated once its mail was on the way.
		for (const run of [1, 2]) {
			const task = await start('mailed-once', { agentIds: ['few'], mailTo });
			await task.result();
			expect(report.made).toHaveLength(run);
			await mails('mail/weekly-report/mailed-once/report');
		}
		expect(report.mailed.map(({ address }) => address).toSorted()).toEqual(mailTo);
	});

	it('says why a number is missing, and counts on', async () => {
		const result = await (await start('missing', { agentIds: ['no-plan', 'no-dates', 'dead'] })).result();
		const [noPlan, noDates, dead] = result.agents;
		expect(noPlan).toMatchObject({
			status: 'read',
			measures: { openQuestions: { now: null, note: { reason: 'not_in_plan', detail: 'The service said no.' } } },
		});
		expect(noDates?.measures.codConfirmed).toMatchObject({ now: 4, before: 4, note: { reason: 'same_twice' } });
		expect(dead).toMatchObject({ status: 'incomplete', measures: { leads: { note: { reason: 'no_scope' } } } });
		expect(verdictOn(result)).toMatchObject({ ending: 'partly_failed', failures: [{ path: 'dead' }] });
		await recordHistory(workers.client, 'weekly-report/missing', 'weekly-report.v1.missing');
	});

	it('sends nothing of a report on agents that could not be read', async () => {
		const result = await (await start('nothing', { agentIds: ['dead'], mailTo: ['ada@client.example'] })).result();
		expect([result.recipients, report.mailed]).toEqual([0, []]);
		expect(verdictOn(result).ending).toBe('none_done');
		await recordHistory(workers.client, 'weekly-report/nothing', 'weekly-report.v1.nothing');
	});

	it('counts items of several pages once, and takes the number of the service for longer lists', async () => {
		const result = await (await start('long', { agentIds: ['many', 'endless'] })).result();
		expect(result.agents[0]?.measures).toMatchObject({ leads: { now: 250 }, conversations: { now: 250 } });
		expect(result.agents[1]?.measures).toMatchObject({
			leads: { now: 2_000, before: 1_500, note: { reason: 'service_days' } },
			conversations: { now: 777, before: null, note: { reason: 'service_days' } },
			openQuestions: { now: null, note: { reason: 'too_many' } },
			failedSources: { now: null, note: { reason: 'too_many' } },
		});
		const pages = report.counted.filter(({ agentId }) => agentId === 'endless').length;
		expect(pages).toBe(11);
		await recordHistory(workers.client, 'weekly-report/long', 'weekly-report.v1.long');
	});

	it('quotes the newest unanswered questions where it may, and never in its result', async () => {
		const result = await (await start('quoting', { agentIds: ['many', 'few'], quoteQuestions: true })).result();
		expect(report.made[0]?.quoted).toHaveLength(2);
		expect(report.made[0]?.quoted).toContainEqual({
			agentId: 'many',
			questions: ['Question 249?', 'Question 248?', 'Question 247?'],
		});
		expect(JSON.stringify(result)).not.toContain('Question 2');
		expect(JSON.stringify(report.published)).not.toContain('Question 2');
		await start('not-quoting', { agentIds: ['few'] }).then((task) => task.result());
		expect(report.made[1]?.quoted).toEqual([]);
	});

	it('names sources that failed for its files, and never in its result', async () => {
		const result = await (await start('failing', { agentIds: ['few', 'endless', 'dead'] })).result();
		// Of a list that is too long it knows no number, so it names nothing.
		expect(report.made[0]?.failedSources).toEqual([
			{ agentId: 'few', sources: [{ name: 'Prices of few', reason: 'It is encrypted.' }] },
		]);
		expect(JSON.stringify([result, report.published])).not.toContain('Prices');
	});

	it('names what keeps a number from it: items without times, and fields of the usage under other names', async () => {
		report.usage = { numbers: {}, unrecognised: ['plan.seats'] };
		const result = await (await start('undated', { agentIds: ['undated'] })).result();
		expect(result.agents[0]?.measures).toMatchObject({
			openQuestions: { now: null, note: { reason: 'undated' } },
			conversations: { now: 777, note: { reason: 'service_days' } },
			codConfirmed: { now: 0, before: 0 },
			codRate: { now: null },
		});
		expect(report.made).toMatchObject([
			{ creditsUsed: { now: null, note: { reason: 'not_shown', detail: 'its reply has plan.seats' } } },
		]);
	});

	it('sends nothing when it is cancelled', async () => {
		const task = await start('cancelled', { agentIds: ['slow', 'few'], mailTo: ['ada@client.example'] });
		await eventually(
			() => report.counted.length,
			(seen) => expect(seen).toBeGreaterThan(1),
			'the agents are counted one after the other',
		);
		await task.cancel();
		report.answerSlow();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		expect([report.made, report.mailed]).toEqual([[], []]);
		await recordHistory(workers.client, 'weekly-report/cancelled', 'weekly-report.v1.cancelled');
	});

	it('continues as new when its history is long, and reads no agent twice for it', async () => {
		report.agents = Array.from({ length: 24 }, (_, index) => `agent-${index}`);
		const task = await start('continued');
		const result = await task.result();
		expect(result.agents.map(({ agentId }) => agentId)).toEqual(report.agents);
		const leads = report.counted.filter(({ list }) => list === 'leads').map(({ agentId }) => agentId);
		expect(leads.toSorted()).toEqual(report.agents.toSorted());
		expect([report.planned.length, report.made.length]).toEqual([1, 1]);
		const { runId } = await workers.client.workflow.getHandle('weekly-report/continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		const first = task.firstExecutionRunId;
		await recordHistory(workers.client, 'weekly-report/continued', 'weekly-report.v1.continued', first);
		await recordHistory(workers.client, 'weekly-report/continued', 'weekly-report.v1.carried-on');
	});
});
