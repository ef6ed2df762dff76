import { workflowInfo } from '@temporalio/workflow';
import type { TaskArgs } from '../task/continue-as-new';
import { emit } from '../task/emit';
import { agentsOf } from '../task/find-agents';
import { enterStage, reportProgress } from '../task/progress';
import { runTask } from '../task/run-task';
import { dueAt } from '../task/schedule';
import type { Weeks } from './activities';
import type { AgentSection, WeeklyReportInput, WeeklyReportResult } from './contract';
import { failedMeasure } from './failed-read';
import { mailRecipients } from './mail';
import { lackingIn, MEASURES, type Measure, unknown } from './measures';
import { readAgents } from './read-agents';
import { newState, WeeklyReportTask, type WeeklyReportState } from './task';
import { isUnread, verdictOn } from './verdict';

/**
 * Reads the numbers of a week and of the week before, for all agents or the named ones, makes the files, and sends them.
 * It writes nothing to the service. Mails and events go their own way, so an unavailable receiver delays no report.
 * @param carried state of the previous history of the task
 */
export async function weeklyReport(
	args: TaskArgs<WeeklyReportInput>,
	carried?: WeeklyReportState,
): Promise<WeeklyReportResult> {
	const task = new WeeklyReportTask(args, carried ?? newState());
	return runTask(
		args,
		task.state.progress,
		() => report(task),
		verdictOn,
		() => 'No report was made, and nothing was sent.',
	);
}

async function report(task: WeeklyReportTask): Promise<WeeklyReportResult> {
	const { input, state, files, run } = task;
	const { connection } = input;
	const weeks = (state.weeks ??= await planWeeks(task));
	state.agentIds ??= await agentsOf(input, task.agents, LIMIT);
	enterStage(state.progress, 'reading');
	state.creditsUsed ??= await readCredits(task);
	await readAgents(task, state.agentIds, weeks);
	const failedTasks = await files.countFailedTasks({ connection, weeks });
	enterStage(state.progress, 'assembling');
	const agents = inOrder(state.sections, state.agentIds);
	const asOf = new Date().toISOString();
	const { creditsUsed, calls } = state;
	const isPartial = input.agentIds !== undefined;
	const made = await files.makeReport({
		weeks,
		connection,
		asOf,
		run,
		agents,
		creditsUsed,
		failedTasks,
		quoted: state.quoted ?? [],
		failedSources: state.failedSources ?? [],
		isPartial,
		calls,
	});
	const mailTo = made.agents.every(isUnread) ? [] : (input.mailTo ?? []);
	const result = resultOf(task, weeks, made, { asOf, recipients: mailTo.length });
	await mailRecipients(mailTo, { taskId: workflowInfo().workflowId, run, report: made.json.name });
	if (!made.agents.every(isUnread)) await announce(result);
	reportProgress(state.progress, { message: verdictOn(result).message });
	return result;
}

function planWeeks({ input, files }: WeeklyReportTask): Promise<Weeks> {
	const { connection, timeZone, locale, weekStart, period } = input;
	// A run that begins late reports on the week for which it was due.
	const at = dueAt() ?? workflowInfo().startTime.toISOString();
	return files.planWeeks({ connection, timeZone, locale, weekStart, period, at });
}

function resultOf(
	{ input: { connection }, state: { calls } }: WeeklyReportTask,
	{ firstDay, lastDay, timeZone, locale }: Weeks,
	{ agents, totals, ...files }: Awaited<ReturnType<WeeklyReportTask['files']['makeReport']>>,
	more: Pick<WeeklyReportResult, 'asOf' | 'recipients'>,
): WeeklyReportResult {
	const link = (name: string) => `/v1/tasks/${encodeURIComponent(workflowInfo().workflowId)}/files/${name}`;
	const linked = <File extends { name: string }>(file: File) => ({ ...file, link: link(file.name) });
	return {
		version: 1,
		connection,
		week: { firstDay, lastDay, timeZone, locale },
		...more,
		totals,
		agents,
		calls,
		file: linked(files.file),
		json: linked(files.json),
		csv: linked(files.csv),
	};
}

/** In Slack, Teams and programs: to all who subscribe to it. */
async function announce({ week, totals, agents }: WeeklyReportResult): Promise<void> {
	const measures = MEASURES.flatMap((name) => {
		const { now, before } = totals[name];
		const lacking = lackingIn(agents.map((agent) => agent.measures[name]));
		return now === null ? [] : [{ name, now, before, ...(lacking > 0 && { lacking }) }];
	});
	const [only] = agents.length === 1 ? agents : [];
	const agent = only === undefined ? {} : { agent: only.name ?? only.agentId };
	await emit('report.ready', { week, agents: agents.length, ...agent, measures }, 'report');
}

async function readCredits({ read }: WeeklyReportTask): Promise<Measure> {
	try {
		const { numbers, unrecognised } = await read.readUsage();
		const { creditsUsed } = numbers;
		if (creditsUsed !== undefined) return { now: creditsUsed, before: null, note: null };
		return unknown('not_shown', unrecognised.length === 0 ? '' : `its reply has ${unrecognised.join(', ')}`);
	} catch (error) {
		return failedMeasure(error);
	}
}

function inOrder(sections: readonly AgentSection[], agentIds: readonly string[]): AgentSection[] {
	const byId = new Map(sections.map((section) => [section.agentId, section]));
	return agentIds.flatMap((agentId) => byId.get(agentId) ?? []);
}

/** Their numbers must fit into a result and into each new history. As MOST_AGENTS of the contract. */
const LIMIT = { most: 300, does: 'reports on' };
