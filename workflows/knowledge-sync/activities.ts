import type { AttemptsThatCount } from '../list-reading/attempts';
import type { ListRead } from '../list-reading/read-list';
import type { WriteResponse } from '../task/activities';
import type { RowError } from '../task/contract';
import type { TaskError } from '../task/failure';
import type { ColumnMapping } from './columns-contract';
import type { EditedText, KnowledgeSyncInput, KnowledgeSyncResult } from './contract';
import type { StepKind } from './plan';
import type { SetSettings } from './set-settings-contract';
import type { WantedRow } from './wanted-row-contract';

/** A part that an activity has stored for those that follow: which attempt wrote the one that counts. */
export interface StoredBy {
	attempt: number;
}

export interface ReadSet extends AtSet {
	rows?: readonly WantedRow[] | undefined;
	/** Reference of an uploaded set. */
	blob?: string | undefined;
	/** Of what the worker fetches. */
	url?: string | undefined;
	include?: readonly string[] | undefined;
	exclude?: readonly string[] | undefined;
	/** Of a table. */
	columns?: ColumnMapping | undefined;
	/** Those of `knowledge.hosts` that the caller may use. Default: all */
	knowledgeHosts?: readonly string[] | undefined;
	run: string;
}

/** Rows of a set, stored in parts. */
export interface ReadRows extends StoredBy {
	rows: number;
	/** Rows that cannot be used. */
	refused: number;
	/** What the file could not give whole, in sentences: nothing is deleted by such a set. */
	broken: string[];
	/** How many such parts there are, if `broken` names only the first ones. */
	brokenParts?: number | undefined;
	/** What was assumed about the file, in sentences. */
	notes: string[];
	/** The lists that show what the set wants or owns. */
	lists: ItemList[];
}

/** The lists of an agent. */
export type ItemList = 'pairs' | 'sources';

export interface ReadItems {
	agentId: string;
	list: ItemList;
	offset: number;
	chunk: number;
	/** Store what the items say too, for an export. Default: only digests. */
	whole?: true | undefined;
	run: string;
}

export interface ItemsRead extends ListRead<number>, StoredBy {}

/** Where `readSet` stored the rows. */
export type StoredRows = Pick<ReadRows, 'attempt' | 'rows'>;

export interface FindTexts extends AtSet {
	rows: StoredRows;
	items: Chunks;
	/** The number under which they are stored. */
	chunk: number;
	/** Find all texts that the set can take over. Default: those that it owns or names. */
	all?: true | undefined;
	run: string;
}

/** Texts whose content has to be read: those of the set, and those of a name that it wants. */
export interface FoundTexts extends StoredBy {
	texts: number;
}

export interface ReadTexts {
	agentId: string;
	/** Where `findTexts` stored them. */
	found: { chunk: number } & StoredBy;
	/** From the first number to before the last. */
	span: [from: number, to: number];
	/** Store the contents too, for an export. Default: only digests. */
	whole?: true | undefined;
	run: string;
}

export interface TextsRead extends StoredBy {
	/** The number of the next one: less than the end of the span if a later read failed. */
	next: number;
	/** How many texts one dispatch may read, by the connection's limit. */
	atOnce: number;
}

/** Chunks of lists: from the first number to before the last, and those whose first attempt does not count. */
export interface Chunks {
	from: number;
	to: number;
	attempts: AttemptsThatCount;
}

/** Which set of which agent. */
export interface AtSet {
	of: { connection: string; agentId: string; set: string };
}

/** What a person decided about a plan. */
export interface PlanDecision {
	/** Digest of the plan that the person saw. */
	planHash: string;
	/** Keys of items that stay as they are. */
	keep: string[];
}

/** What an agent has, as the rows of a set. */
export type RowsOfAgent = Pick<PlanSet, 'of' | 'items' | 'texts' | 'run'>;

export interface PlanSet extends AtSet {
	/** `adoptOnly`: nothing is sent. */
	policy: Pick<KnowledgeSyncInput, 'mode' | 'drift' | 'existing' | 'emptyOnPurpose'> & { adoptOnly?: true | undefined };
	rows: StoredRows & Pick<ReadRows, 'refused' | 'broken' | 'brokenParts'>;
	items: Chunks;
	/** First numbers of the spans that were read of the texts, and where `findTexts` stored which they are. */
	texts: { found: { chunk: number } & StoredBy; spans: Array<{ from: number } & StoredBy> } | null;
	/** 0, or higher after responses were lost. */
	round: number;
	/** How the steps of the rounds before ended. */
	ends: StoredEnds[];
	decision: PlanDecision | null;
	/** Texts that a person wrote in place of those of the set. Default: none */
	edits?: EditedText[] | undefined;
	run: string;
}

/** Where `endSteps` stored how the steps of a part ended. */
export interface StoredEnds extends StoredBy {
	round: number;
	part: number;
}

export interface PlannedSet extends StoredBy {
	steps: Record<StepKind, number>;
	/** Steps that send requests. They come first. */
	toSend: number;
	/** Steps that a person decides on first. Undefined: an earlier version did not count them. */
	toDecide?: number | undefined;
	/** Requests that change something, if none is repeated. */
	writes: number;
	hash: string;
	/** 0: the set was never applied. */
	manifestVersion: number;
	/** Why a person has to decide first, in sentences; empty: nobody has to. */
	guards: string[];
	/** Why nothing may be sent; null: nothing speaks against it. */
	refusal: TaskError | null;
}

/** A stored plan. */
export interface PlanAt extends StoredBy {
	round: number;
	/** How many steps it has. */
	steps: number;
	run: string;
}

export interface BeginSteps extends AtSet {
	plan: PlanAt;
	/** What the plan has read. A task of an earlier version does not say it. */
	items?: Chunks | undefined;
	manifestVersion: number;
	/** The moves of the manifest that this run has made. */
	move: number;
}

export interface BegunSteps {
	manifestVersion: number;
	/** The manifest says that this task applies the set. */
	holds: boolean;
	/** Steps whose item another set has taken since the plan was made. Undefined: an earlier version did not look. */
	overtaken?: number[] | undefined;
}

/** A request of a step. `disable`: of a pair that was just added. */
export type StepCall = { call: 'add' } | { call: 'change' } | { call: 'disable' } | { call: 'delete'; id: number };

export interface StepToSend {
	/** Its place in the plan. */
	index: number;
	/** Short, for progress. */
	name: string;
	/** The item that it changes; null before an addition. */
	id: number | null;
	/** A source, which cannot be added while a training run is active. */
	isSource: boolean;
	/** In their order. */
	calls: StepCall[];
}

export interface SendCall {
	agentId: string;
	plan: PlanAt;
	rows: StoredBy;
	index: number;
	call: StepCall;
	/** The item that `change` and `disable` change. */
	id: number | null;
}

/** What the service showed of an item after a request: its name, and the digest of its content. */
export interface ShownAfter {
	name: string;
	body: string;
}

/**
 * - `accepted`: the service did it.
 * - `limit`: the plan's limit of training data is reached, so further sources would be refused too.
 */
export type CallResponse =
	| WriteResponse
	| { outcome: 'accepted'; id: number | null; shown: ShownAfter | null; isIndexedLater: boolean }
	/** A pair was saved, and the response does not name it (503). */
	| { outcome: 'saved' }
	| { outcome: 'limit'; error: TaskError };

/** How the requests of one step ended. */
export interface StepEnd {
	index: number;
	/** `lost`: whether the last request took effect is not known. */
	outcome: 'done' | 'saved' | 'refused' | 'lost' | 'not_started';
	/** The item that stands for the row now. */
	id: number | null;
	shown: ShownAfter | null;
	/** Items that are deleted by now. */
	deleted: number[];
	/** The pair is saved, and the service could not index it yet. */
	isIndexedLater: boolean;
	error: RowError | null;
	/** Requests that may have reached the service. */
	writes: number;
}

export interface EndSteps extends AtSet {
	plan: PlanAt;
	part: number;
	ends: StepEnd[];
	manifestVersion: number;
	move: number;
}

export interface EndedSteps extends StoredBy {
	manifestVersion: number;
	/** Sources that were added or changed, and that the service reads now. */
	following: number[];
}

export interface StepsToProve {
	ends: StoredEnds;
	run: string;
}

/** A step whose requests were all accepted. */
export interface StepToProve {
	key: string;
	/** Its place in the plan. */
	index: number;
	/** The item that stands for it now; null after a deletion. */
	id: number | null;
}

export interface ProveStep {
	agentId: string;
	plan: PlanAt;
	rows: StoredBy;
	index: number;
	id: number | null;
	/** Milliseconds since 1970: when the looks began. */
	since: number;
}

export interface ReleaseSet extends AtSet {
	manifestVersion: number;
	move: number;
	run: string;
}

export interface ReportSet extends AtSet {
	/** The first plan, and the last one if there were several. */
	plan: PlanAt;
	last: PlanAt;
	rows: StoredRows;
	ends: StoredEnds[];
	/** How added sources ended that were followed. */
	sources: Array<{ id: number; status: 'indexed' | 'failed' | 'gone'; reason: string | null }>;
	/** Keys of steps that no search showed; null: none was asked. */
	unproven: string[] | null;
	/** Why the rest was not started. */
	stoppedBy: RowError | null;
	/** Nothing was to be sent: a plan only, or a person rejected it. */
	isPlanOnly: boolean;
	/** For the page of the set. Older histories have none. */
	sync?: SyncToRecord | undefined;
	/** Write the rows as the files of a folder. */
	exports?: true | undefined;
	run: string;
}

/** What the worker keeps of a sync, beside how its rows ended. */
export interface SyncToRecord {
	/** ISO 8601 UTC. */
	startedAt: string;
	endedAt: string;
	/** `stopped`: it was cancelled, or it failed after its plan. */
	outcome: KnowledgeSyncResult['outcome'] | 'stopped';
	planHash: string;
	steps: Record<StepKind, number>;
	manifestVersion: number;
	settings: SetSettings;
}

export type Reported = Pick<
	KnowledgeSyncResult,
	'counts' | 'rows' | 'rowsNotShown' | 'refusedRows' | 'unusable' | 'refusedCsv' | 'differences' | 'export'
>;

/** Activities on the queue of a connection. `sendCall` makes one call, the others as many as one dispatch may. */
export interface KnowledgeActivities {
	/** Reads pages of a list, newest first, and stores them. */
	readItems(request: ReadItems): Promise<ItemsRead>;
	/** Reads the contents of texts, and stores their digests. */
	readTexts(request: ReadTexts): Promise<TextsRead>;
	/** Sends one request, once. Throws a final failure if the service would refuse every further one. */
	sendCall(request: SendCall): Promise<CallResponse>;
	/** Searches whether the agent finds a change. Fails as `not_yet`, to be retried by the server, a bounded number of times. */
	proveStep(request: ProveStep): Promise<{ isProven: boolean }>;
}

/** Activities that call no API. */
export interface KnowledgeSetActivities {
	/** Reads the rows of a set. @throws a final failure if it cannot be read at all */
	readSet(request: ReadSet): Promise<ReadRows>;
	findTexts(request: FindTexts): Promise<FoundTexts>;
	/** Makes rows of what the agent has, and stores them as `readSet` does. @throws a final failure if it is too much */
	rowsOfAgent(request: RowsOfAgent): Promise<ReadRows>;
	/** Makes the plan and stores it, and what it changes as a person reads it. @throws a final failure if another task applies the set */
	planSet(request: PlanSet): Promise<PlannedSet>;
	/** Notes in the manifest what is about to be sent. @returns the new version @throws a final failure if the set has changed */
	beginSteps(request: BeginSteps): Promise<BegunSteps>;
	/** The steps of a part that send requests. */
	stepsToSend(request: { plan: PlanAt; part: number }): Promise<StepToSend[]>;
	/** Notes in the manifest what the service has confirmed, and stores how the steps ended. */
	endSteps(request: EndSteps): Promise<EndedSteps>;
	/** The steps of a part that a search can prove. */
	stepsToProve(request: StepsToProve): Promise<StepToProve[]>;
	/** Nothing applies the set any more. */
	releaseSet(request: ReleaseSet): Promise<{ manifestVersion: number }>;
	/** Makes the rows of the result, the file of refused rows, and that of what the plan changes. */
	reportSet(request: ReportSet): Promise<Reported>;
}
