import { ApplicationFailure } from '@temporalio/common';
import type { EventActivities } from '../../../workflows/events/activities';
import type { AgentActivities } from '../../../workflows/task/activities';
import type {
	CountItems,
	MakeReport,
	NumbersRead,
	PlanWeeks,
	ReportFileActivities,
	ReportMail,
	ReportReadActivities,
} from '../../../workflows/weekly-report/activities';
import { MEASURES, type Measures, sumOf } from '../../../workflows/weekly-report/measures';
import type { TaskEvent } from '../../../workflows/task/event';

const WEEKS = {
	timeZone: 'UTC',
	locale: 'en',
	firstDay: '2026-11-16',
	lastDay: '2026-11-22',
	before: '2026-11-09T00:00:00.000Z',
	from: '2026-11-16T00:00:00.000Z',
	until: '2026-11-23T00:00:00.000Z',
};
const PAGE = 100;

/** How long the lists of an agent are. */
const SIZES: Readonly<Record<string, number>> = { few: 5, many: 250, endless: 100_000 };

/** A service that does what the agent's name says, to lead a report along one path. */
export class ScriptedReport {
	readonly counted: CountItems[] = [];
	readonly planned: PlanWeeks[] = [];
	readonly made: MakeReport[] = [];
	readonly mailed: ReportMail[] = [];
	readonly published: TaskEvent[] = [];
	agents: string[] = ['few', 'gone'];
	usage: NumbersRead = { numbers: { creditsUsed: 40 }, unrecognised: [] };
	/** Lets the lists of `slow` come. */
	answerSlow: () => void = () => undefined;
	private slow = Promise.resolve();

	reset(): void {
		for (const list of [this.counted, this.planned, this.made, this.mailed, this.published]) list.length = 0;
		this.usage = { numbers: { creditsUsed: 40 }, unrecognised: [] };
		this.agents = ['few', 'gone'];
		this.slow = new Promise((resolve) => (this.answerSlow = resolve));
	}

	readonly api: ReportReadActivities & AgentActivities = {
		readAgentPage: () => Promise.resolve({ agentIds: this.agents, next: null }),
		readAgentName: (agentId) => {
			if (agentId === 'gone') return Promise.reject(refused('not_found', 404));
			if (agentId === 'dead') return Promise.reject(refused('insufficient_scope', 403));
			return Promise.resolve(`Agent ${agentId}`);
		},
		countItems: async (request) => {
			this.counted.push(request);
			const { agentId, list, offset } = request;
			if (agentId === 'undated') return { ...this.page(agentId, offset), now: 0, before: 0, undated: 3 };
			if (agentId === 'dead') throw refused('insufficient_scope', 403);
			if (agentId === 'no-plan' && list === 'questions') throw refused('plan_required', 403);
			if (agentId === 'slow') await this.slow;
			const read = this.page(agentId, offset);
			const fresh = read.first.filter((id) => !request.known.includes(id)).length;
			// Each page has newer ones than the page before.
			const quotes = read.first.map((id) => ({ text: `Question ${id}?`, at: Number(id) }));
			return { ...read, now: fresh, before: 0, undated: 0, ...(request.mayQuote === true && { quotes }) };
		},
		countFailedSources: ({ agentId, offset }) => {
			if (agentId === 'dead') return Promise.reject(refused('insufficient_scope', 403));
			const failed = offset === 0 ? [{ name: `Prices of ${agentId}`, reason: 'It is encrypted.' }] : [];
			return Promise.resolve({ ...this.page(agentId, offset), failed: failed.length, named: failed });
		},
		countLeadDays: ({ which }) => Promise.resolve(which === 'now' ? 2_000 : 1_500),
		readCodMetrics: ({ agentId, which }) => {
			if (agentId === 'dead') return Promise.reject(refused('insufficient_scope', 403));
			if (agentId === 'undated') return Promise.resolve({ numbers: { total: 0 }, unrecognised: [] });
			const confirmed = agentId === 'no-dates' || which === 'now' ? 4 : 2;
			return Promise.resolve({ numbers: { total: 6, confirmed, settled: 5 }, unrecognised: ['basket'] });
		},
		readOverview: () => Promise.resolve({ numbers: { conversations: 777 }, unrecognised: [] }),
		readUsage: () => Promise.resolve(this.usage),
	};

	private page(agentId: string, offset: number) {
		const total = SIZES[agentId] ?? 3;
		const ids = Array.from({ length: Math.max(0, Math.min(PAGE, total - offset)) }, (_, at) => `${offset + at}`);
		const ended = offset + ids.length >= total;
		return { total, nextOffset: offset + 96, ended, pages: 1, pagesAtOnce: 1, first: ids, last: ids };
	}

	readonly internal: ReportFileActivities & EventActivities = {
		planWeeks: (request) => {
			this.planned.push(request);
			return Promise.resolve(WEEKS);
		},
		countFailedTasks: () => Promise.resolve({ all: { now: 1, before: 0 }, byAgent: {} }),
		makeReport: (request) => {
			this.made.push(request);
			const { agents } = request;
			const sums = MEASURES.map((name) => [name, sumOf(agents.map(({ measures }) => measures[name]))] as const);
			const file = (ending: string) => ({
				name: `weekly-report.${ending}`,
				contentType: 'text/plain',
				bytes: 1,
				sha256: '0',
				expiresAt: null,
			});
			return Promise.resolve({
				agents,
				totals: Object.fromEntries(sums) as Measures,
				file: file('html'),
				json: file('json'),
				csv: file('csv'),
			});
		},
		mailReport: (mail) => {
			this.mailed.push(mail);
			return Promise.resolve('mailed');
		},
		findSubscribers: (event) => {
			this.published.push(event);
			return Promise.resolve([]);
		},
		postEvent: () => Promise.resolve({ outcome: 'delivered', status: 200 }),
	};
}

function refused(type: string, status: number): ApplicationFailure {
	const details = { type, title: 'Refused', status, detail: 'The service said no.', issues: [] };
	return ApplicationFailure.create({ type, message: 'Refused', nonRetryable: true, details: [details] });
}
