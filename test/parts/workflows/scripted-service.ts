import { now } from '../../support/time/moments';
import type { PeriodActivities } from '../../../workflows/task/period';
import type { TrainingRun } from '../../../api';
import { notYet } from '../../../worker/temporal/not-yet';
import type { InternalActivities } from '../../../workflows/activities';
import type { FinishByActivities } from '../../../workflows/finish-by/activities';
import type { DebounceActivities } from '../../../workflows/debounce/activities';
import type { SourceListActivities } from '../../../workflows/retrain/source-list-activities';
import type { TrainingActivities, TrainingSnapshot, WatchReport } from '../../../workflows/retrain/activities';
import type { EachActivities } from '../../../workflows/for-each-connection/activities';
import type { BulkActivities } from '../../../workflows/bulk-action/activities';
import type { KnowledgeSetActivities } from '../../../workflows/knowledge-sync/activities';
import type { PersonActivities } from '../../../workflows/persons/activities';
import type { LookUpActivities } from '../../../workflows/look-up/activities';
import type { ConversationFileActivities } from '../../../workflows/conversation-export/activities';
import type { ExportFileActivities } from '../../../workflows/export/activities';
import type { AgentActivities } from '../../../workflows/task/activities';
import type { ReportFileActivities } from '../../../workflows/weekly-report/activities';
import type { ShownTimes } from '../../../workflows/retrain/contract';

const SOON_MS = 50;
/** More than a history may grow here before it continues as new. */
const REPORTS = 8;

const EARLIER = '2026-01-01T00:00:00Z';
const LATER = '2026-01-02T00:00:00Z';

const lost = { type: 'timeout', title: 'No answer', status: 503, detail: 'No answer within 30 s.', issues: [] };

/** Agents of a service that shows no run once it has ended. Each could chat before. */
const SHOWS_NO_ENDED_RUN = new Set(['dropped', 'never-shown', 'lost-unseen', 'lost-trained']);
const RESPONSE_LOST = new Set(['answer-lost', 'lost-unseen', 'lost-trained']);

/** A service that does what the agent's name says, to lead a workflow along one path. */
export class ScriptedService {
	private readonly asked = new Set<string>();
	private reports = 0;
	private looks = 0;
	/** Between two looks at a run that never ends. Milliseconds. */
	pauseMs = SOON_MS;
	/** Agents whose active run was shown. */
	private readonly shown = new Set<string>();

	/** Agents whose runs were requested, one entry per request. */
	readonly requests: string[] = [];

	/** Whether a run of this agent is watched. */
	readonly watched = new Set<string>();

	readonly api: TrainingActivities & SourceListActivities & LookUpActivities & AgentActivities = {
		readSourceList: () =>
			Promise.resolve({
				total: 1,
				nextOffset: 1,
				ended: true,
				pages: 1,
				pagesAtOnce: 1,
				first: [1],
				last: [1],
				at: EARLIER,
				attempt: 1,
			}),
		readTraining: (agentId) =>
			Promise.resolve(
				SHOWS_NO_ENDED_RUN.has(agentId) ? this.nothingShown() : this.snapshot(this.asked.has(agentId), 0),
			),
		readAgentTimes: (agentId) => {
			const times: ShownTimes = {};
			if (agentId === 'lost-trained') times['agent.trainedAt'] = this.asked.has(agentId) ? LATER : EARLIER;
			return Promise.resolve(times);
		},
		readSourceTimes: () => Promise.resolve({}),
		requestTraining: (agentId) => {
			const isLost = RESPONSE_LOST.has(agentId) && !this.asked.has(agentId);
			this.asked.add(agentId);
			this.requests.push(agentId);
			return Promise.resolve(isLost ? { outcome: 'ambiguous', error: lost } : { outcome: 'accepted' });
		},
		watchTraining: ({ agentId }) => {
			this.watched.add(agentId);
			if (agentId === 'endless') return Promise.reject(notYet('It goes on.', this.pauseMs));
			if (SHOWS_NO_ENDED_RUN.has(agentId)) return Promise.resolve(this.dropped(agentId));
			if (agentId === 'long' && this.reports < REPORTS) {
				this.reports += 1;
				return Promise.resolve({ reason: 'progress', snapshot: this.snapshot(true, this.reports) });
			}
			return Promise.resolve({ reason: 'ended', snapshot: { ...this.snapshot(true, 10), training: false } });
		},
		readAgentPage: (offset) =>
			Promise.resolve(
				offset === 0 ? { agentIds: ['one', 'two'], next: 2 } : { agentIds: ['two', 'three'], next: null },
			),
		answerLookUp: () => Promise.resolve({ outcome: 'readable' }),
	};

	readonly internal: Omit<
		InternalActivities,
		| keyof PeriodActivities
		| keyof ExportFileActivities
		| keyof ConversationFileActivities
		| keyof KnowledgeSetActivities
		| keyof PersonActivities
		| keyof BulkActivities
		| keyof EachActivities
		| keyof ReportFileActivities
		| keyof DebounceActivities
		| keyof FinishByActivities
	> &
		Pick<ExportFileActivities, 'discardChunks'> = {
		compareSourceLists: () =>
			Promise.resolve({
				counts: { new: 0, gone: 0, changed: 0, failed: 0 },
				sources: [],
				listed: { before: 1, after: 1 },
			}),
		discardChunks: () => Promise.resolve(),
		awaitTaskEnds: ([taskId]) => {
			this.looks += 1;
			const over = taskId !== 'endless' && this.looks > 1;
			return over ? Promise.resolve() : Promise.reject(notYet('They may still run.', SOON_MS));
		},
		countScheduleTimes: () => Promise.resolve({ missed: 0, skipped: 0, withoutRun: 0 }),
		deliver: () => Promise.resolve({ outcome: 'delivered', status: 200 }),
		sealDraft: ({ content }) => Promise.resolve(`hash of ${content}`),
		mailReviewer: () => Promise.resolve('no-mail-server'),
		findSubscribers: () => Promise.resolve([]),
		findEndedIncidents: () => Promise.resolve([]),
		lookAtExecution: () => Promise.resolve('unknown'),
		postEvent: () => Promise.resolve({ outcome: 'delivered', status: 200 }),
		discardLeads: () => Promise.resolve(),
		findOtherSyncs: () => Promise.resolve([]),
		readLeftBehind: () => Promise.resolve(null),
		countConnectionWork: () => Promise.resolve({ syncs: 0, tasks: 0, schedules: 0 }),
		countTasksFailedSince: () => Promise.resolve(0),
		findScheduleTrouble: () => Promise.resolve(null),
	};

	/** What a service that drops ended runs shows: an active run first where the name says so, then none. */
	private dropped(agentId: string): WatchReport {
		if (agentId !== 'dropped') return { reason: 'not-visible', snapshot: this.nothingShown() };
		if (!this.shown.has(agentId)) {
			this.shown.add(agentId);
			return { reason: 'identified', snapshot: this.snapshot(true, 3) };
		}
		return { reason: 'gone', snapshot: this.nothingShown() };
	}

	private nothingShown(): TrainingSnapshot {
		return { training: false, canChat: true, run: null, at: now().toISOString() };
	}

	private snapshot(hasRun: boolean, pagesCompleted: number): TrainingSnapshot {
		const at = now().toISOString();
		const run: TrainingRun = {
			id: 'run_1',
			phase: 'crawling',
			pagesCompleted,
			pagesTotal: 10,
			pagesFailed: 0,
			startedAt: at,
			error: null,
		};
		return { training: hasRun, canChat: false, run: hasRun ? run : null, at };
	}
}
