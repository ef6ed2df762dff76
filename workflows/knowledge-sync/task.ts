import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { SourceActivities, SourceEnd } from '../add-sources/activities';
import type { ExportFileActivities } from '../export/activities';
import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ListReading } from '../list-reading/read-list';
import type { TrainingActivities } from '../retrain/activities';
import type { ReviewNotice } from '../review/activities';
import type { ReviewState } from '../review/review';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import { API_LOOK, API_WRITE_ONCE, apiBulkRead, apiRead, fileWork } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import type { RowError } from '../task/contract';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import { type Timing, timingOf } from '../task/timing';
import type {
	ItemList,
	KnowledgeActivities,
	KnowledgeSetActivities,
	PlanAt,
	PlanDecision,
	PlannedSet,
	PlanSet,
	ReadRows,
	Reported,
	StepEnd,
	StoredEnds,
} from './activities';
import type { KnowledgeSyncInput, PlanAction } from './contract';

type Reads = Pick<TrainingActivities, 'readTraining'> & Pick<SourceActivities, 'readSourceEnd'>;
type ShortWork = 'beginSteps' | 'stepsToSend' | 'endSteps' | 'stepsToProve' | 'releaseSet';
type Looks = Pick<TrainingActivities, 'watchTraining'> &
	Pick<SourceActivities, 'watchSources'> &
	Pick<KnowledgeActivities, 'proveStep'>;

/** What the parts of the task share: its input, its calls to the service, and what it must not lose. */
export class KnowledgeSyncTask {
	readonly input: KnowledgeSyncInput;
	/** The same in each history of a run; a restarted task gets a new one. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly settleMs: number;
	readonly timing: Timing;
	readonly read: Reads;
	readonly looks: Looks;
	readonly lists: Pick<KnowledgeActivities, 'readItems' | 'readTexts'>;
	readonly write: Pick<KnowledgeActivities, 'sendCall'>;
	/** Short work. */
	readonly parts: Pick<KnowledgeSetActivities, ShortWork> & Pick<ExportFileActivities, 'discardChunks'>;
	/** Work that may take minutes where a set is large. */
	readonly sets: Omit<KnowledgeSetActivities, ShortWork>;
	/** What links to its reviews are made with. */
	readonly keyed: Pick<ReviewNotice, 'taskId' | 'keyVersion'>;
	/** Shared by the calls that a training run refused. */
	training: Promise<boolean> | null = null;

	constructor(
		private readonly args: TaskArgs<KnowledgeSyncInput>,
		readonly state: KnowledgeSyncState,
	) {
		const { connection } = args.input;
		this.input = args.input;
		this.keyed = { taskId: workflowInfo().workflowId, keyVersion: args.frozen.keyVersion };
		this.settleMs = args.frozen.settleMs;
		const timing = (this.timing = timingOf(args.frozen));
		this.read = apiCalls<Reads>(connection, 'read', apiRead(timing));
		this.looks = apiCalls<Looks>(connection, 'read', API_LOOK);
		this.lists = apiCalls<KnowledgeActivities>(connection, 'pages', apiBulkRead(timing));
		this.write = apiCalls<KnowledgeActivities>(connection, 'write', API_WRITE_ONCE);
		this.parts = proxyActivities<KnowledgeSetActivities & ExportFileActivities>(fileWork(timing));
		this.sets = proxyActivities<KnowledgeSetActivities>({ ...fileWork(timing), taskQueue: ASSEMBLIES_QUEUE });
	}

	get progress(): ProgressState {
		return this.state.progress;
	}

	/** Which set of which agent. */
	get of(): PlanSet['of'] {
		const { connection, agentId, set } = this.input;
		return { connection, agentId, set };
	}

	/** Those of `knowledge.hosts` that the caller may use. Undefined: all */
	get knowledgeHosts(): readonly string[] | undefined {
		return this.args.frozen.uses?.knowledgeHosts;
	}

	/** Whether the rows are what the agent has. */
	get isFromAgent(): boolean {
		return this.input.fromAgent;
	}

	/** Milliseconds since 1970; null: no deadline. */
	get deadline(): number | null {
		const { timeoutSeconds } = this.input;
		return timeoutSeconds === undefined ? null : this.state.startedAt + timeoutSeconds * 1000;
	}

	/** The number of the next move of the manifest. */
	nextMove(): number {
		this.state.moves += 1;
		return this.state.moves;
	}

	/** Continues as new. Call it only if the state is complete and no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}

	async continueAsNewIfSuggested(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await this.continueAsNew();
	}
}

/** A list that is being read. */
export interface Listing extends ListReading<number> {
	list: ItemList;
}

/** What the service shows now, as far as it is read. */
export interface Reading {
	/** Lists that are read to their end. */
	listed: ItemList[];
	listing: Listing | null;
	/** The number of its first chunk. */
	from: number;
	attempts: AttemptsThatCount;
	/** Null until it is known which texts to read. */
	texts: TextReading | null;
}

export interface TextReading {
	found: { chunk: number; attempt: number };
	count: number;
	/** The first number that is not read. */
	next: number;
	atOnce: number;
	/** Spans that were read, each up to the next one. */
	spans: Array<{ from: number; attempt: number }>;
}

/** The steps of a plan that send requests, as far as they have ended. */
export interface Applying {
	plan: PlanAt;
	/** Steps up to the last one that sends requests, or that another set has overtaken. */
	toSend: number;
	/** Steps whose item another set has taken meanwhile: nothing is sent for them. Undefined: of an earlier version. */
	overtaken?: number[] | undefined;
	/** The part whose steps are sent. */
	part: number;
	/** How steps of this part ended. */
	ends: StepEnd[];
	/** Steps of the round whose outcome is not known. */
	lost: number;
}

/** How far changes were looked for by searches. */
export interface Proofs {
	/** Parts that are done. */
	done: number;
	/** The next step of the part that is not. */
	index: number;
	/** Keys of steps that no search showed. */
	unproven: string[];
	asked: number;
}

/** Everything a task must not lose when it continues as new. */
export interface KnowledgeSyncState extends ReviewState<PlanAction> {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** Null until the set is read. */
	rows: ReadRows | null;
	reading: Reading;
	/** Chunks that were begun. A number is never used again: an abandoned attempt may still write one. */
	chunks: number;
	round: number;
	/** The first plan of the round that applies, and the last plan. */
	plan: (PlannedSet & { at: PlanAt }) | null;
	firstPlan: (PlannedSet & { at: PlanAt }) | null;
	/** Keys that the last decision leaves as they are. */
	keep: string[];
	/** Texts that people wrote in place of those of the set, by the keys of their rows. Missing: none */
	edits?: Record<string, string>;
	/** Whether the plan is not made with them yet. */
	isEdited?: boolean;
	/** The plan that a person approved. */
	decision: PlanDecision | null;
	/** Why a plan that waited is not applied. */
	unapplied: 'rejected' | 'expired' | null;
	applying: Applying | null;
	ends: StoredEnds[];
	/** Steps whose outcome was not known, in all rounds. */
	lost: number;
	/** `last`: all is sent and followed, and only effects of lost requests are looked for. */
	looks: 'before' | 'applied' | 'last';
	/** Steps that have ended in all rounds, for progress. */
	done: number;
	refused: number;
	manifestVersion: number;
	/** Moves of the manifest that this run has made. */
	moves: number;
	/** Whether the manifest says that this task applies it. */
	holds: boolean;
	/** Added sources that are followed until the service has read them. */
	following: number[];
	sources: SourceEnd[];
	/** The plan of each round. */
	plans: PlanAt[];
	/** Null until searches are asked. */
	proofs: Proofs | null;
	stoppedBy: RowError | null;
	/** Null until the rows of the result are made. */
	report: Reported | null;
}

export function newReading(from: number): Reading {
	return { listed: [], listing: null, from, attempts: {}, texts: null };
}

export function newState(): KnowledgeSyncState {
	return {
		startedAt: Date.now(),
		rows: null,
		reading: newReading(0),
		chunks: 0,
		round: 0,
		plan: null,
		firstPlan: null,
		asked: 0,
		question: null,
		told: { question: 0, reminders: 0 },
		verdict: null,
		decisions: [],
		digests: {},
		keep: [],
		decision: null,
		unapplied: null,
		applying: null,
		ends: [],
		lost: 0,
		looks: 'before',
		done: 0,
		refused: 0,
		manifestVersion: 0,
		moves: 0,
		holds: false,
		following: [],
		sources: [],
		plans: [],
		proofs: null,
		stoppedBy: null,
		report: null,
		progress: newProgress('reading'),
	};
}
