import { DESTINATION_TYPES, type DestinationType, kindOf } from '../../../../worker/destinations';
import { reviewIn } from '../../../../worker/tasks/definitions';
import { TASK_TYPES, type TaskType } from '../../../../workflows/contracts';

/** A sync is another one for each kind of destination, and for several agents. */
type SyncTask = `lead-sync to ${DestinationType}` | 'lead-sync of several agents';
/** What is run: every task, the notifications of the end of a task, and messages to hooks. */
export type Task = Exclude<TaskType, 'lead-sync'> | SyncTask | 'event' | 'callback' | (typeof HOOKS)[number];

/** Both start a retrain, at once or after a quiet time. */
const HOOKS = ['message to a hook', 'message to a quiet hook'] as const;

const syncTo = (type: DestinationType): SyncTask => `lead-sync to ${type}`;
/** That of several agents goes to a webhook. */
const SYNCS: readonly Task[] = [...DESTINATION_TYPES.map(syncTo), 'lead-sync of several agents', 'conversation-sync'];
/** Their destinations speak a protocol of their own; any other one is met by faults of HTTP. */
const NOT_OVER_HTTP: readonly Task[] = [
	...DESTINATION_TYPES.filter((type) => kindOf(type).httpAddress === null).map(syncTo),
	'conversation-sync',
];
const ASK_A_PERSON = TASK_TYPES.filter((type) => reviewIn(type) !== undefined);

export const TASKS: readonly Task[] = [
	...TASK_TYPES.filter((type) => type !== 'lead-sync' && type !== 'conversation-sync'),
	...SYNCS,
	'event',
	'callback',
	...HOOKS,
];

/** What is done to processes. */
export const PROCESS_FAULTS = [
	'kill-worker',
	'kill-temporal',
	'kill-gateway',
	'stop-worker',
	'rolling-restart',
] as const;
/** What is done to one request, at the service or at the destination. */
export const REQUEST_FAULTS = [
	'late-answer',
	'lost-before',
	'lost-after',
	'late-commit',
	'status-500',
	'status-503',
	'status-429',
	/** No response until the client gives up, and no effect. */
	'hang',
	/** The service is unavailable for longer than all looks after one lost response. */
	'unavailable',
] as const;
/** What the caller does. */
export const CALLER_FAULTS = ['sent-twice', 'sent-twice, gateway killed'] as const;
export const FAULTS = [...PROCESS_FAULTS, ...REQUEST_FAULTS, ...CALLER_FAULTS] as const;
export type Fault = (typeof FAULTS)[number];

/** Where a run is when it is hit. */
export const PROCESS_POINTS = [
	/** The request has arrived without an effect. Sometimes it never has one. */
	'before-effect',
	/** The effect is complete, and the response has not left. */
	'after-effect',
	/** The worker has the response, and Temporal does not. */
	'answered',
	/** In the destination, with nothing committed. */
	'in-the-sink',
	/** Committed at the destination, before the worker learns of it. */
	'sink-commit',
	/** The file is being made. */
	'assemble',
	/** A person's decision is on its way. */
	'decision',
	/** The effect is there, and the task waits for what comes of it. */
	'waiting',
	/** Anywhere: the moment is drawn. */
	'random',
] as const;
/** Which request goes wrong: one to the service, or one to the destination or receiver. */
export const REQUEST_POINTS = ['request', 'sink'] as const;
/** The effect's request is at the service when it is sent again. */
export const CALLER_POINTS = ['in-flight'] as const;
export type Point = (typeof PROCESS_POINTS | typeof REQUEST_POINTS | typeof CALLER_POINTS)[number];

export interface Cell {
	task: Task;
	point: Point;
	fault: Fault;
}

const within = (items: readonly string[], item: string): boolean => items.includes(item);
export const isProcessFault = (fault: Fault): boolean => within(PROCESS_FAULTS, fault);
export const isRequestFault = (fault: Fault): boolean => within(REQUEST_FAULTS, fault);
const isSync = (task: Task): boolean => within(SYNCS, task);
/** Notifies others of the end of a task. */
const isDelivery = (task: Task): boolean => task === 'event' || task === 'callback';
/** A bulk action of the matrix retries a retrain. */
const isRetrain = (task: Task): boolean =>
	within(['retrain-and-wait', 'nightly-retrain', 'for-each-connection', 'bulk-action'], task);
const isExport = (task: Task): boolean => task === 'lead-export' || task === 'conversation-export';
const isReport = (task: Task): boolean => task === 'weekly-report';
const onlyReads = (task: Task): boolean => isSync(task) || isExport(task) || isReport(task);

interface Exclusion {
	applies: (cell: Cell) => boolean;
	why: string;
}

/** Which cells make no sense, and why. Everything else is a cell that has to be hit. */
const EXCLUSIONS: readonly Exclusion[] = [
	{
		applies: ({ task, point }) => point === 'assemble' && !isExport(task),
		why: 'Only an export makes a file that takes a while.',
	},
	{
		applies: ({ task, point }) => point === 'decision' && !within(ASK_A_PERSON, task),
		why: 'It asks no person.',
	},
	{
		applies: ({ task, point }) => point === 'decision' && task === 'knowledge-sync',
		why: 'The review room takes a decision on a plan as it takes one on a mail.',
	},
	{
		applies: ({ task, point }) => (point === 'in-the-sink' || point === 'sink-commit') && !isSync(task),
		why: 'Only a sync has a destination; the receiver of a delivery is met before-effect and after-effect.',
	},
	{
		applies: ({ task, point }) => point === 'after-effect' && onlyReads(task),
		why: 'Reading has no effect at the service; the effects are in the sink, and in the file.',
	},
	{
		applies: ({ task, point }) => point === 'answered' && isSync(task),
		why: 'A page and its sink are one activity: what Temporal does not know yet is sink-commit.',
	},
	{
		applies: ({ task, point }) => point === 'waiting' && (isExport(task) || isReport(task) || isDelivery(task)),
		why: 'It waits only for the responses to its requests.',
	},
	{
		applies: ({ point, fault }) =>
			fault === 'kill-gateway' && !['before-effect', 'decision', 'waiting', 'random'].includes(point),
		why: 'The gateway has no part in a call, its response and its sink: before-effect and random stand for all of them.',
	},
	{
		applies: ({ point, fault }) => fault === 'rolling-restart' && point !== 'random',
		why: 'Each process finishes what it holds before it stops, so random stands for all points.',
	},
	{
		applies: ({ task, fault }) => (fault === 'hang' || fault === 'unavailable') && !isRetrain(task),
		why: 'Only a retrain repeats its request for as long as it takes: lost-before and status-503 cover the others.',
	},
	{
		applies: ({ point, fault }) => fault === 'stop-worker' && point === 'answered',
		why: 'A stopped worker receives its response and cannot report it: after-effect covers this.',
	},
	{
		applies: ({ point, fault }) => fault === 'stop-worker' && (point === 'decision' || point === 'waiting'),
		why: 'It holds no call, so a stopped worker is like a killed one: kill-worker.',
	},
	{
		applies: ({ task, point }) => point === 'request' && isDelivery(task),
		why: 'It calls its receiver only.',
	},
	{
		applies: ({ task, point }) =>
			point === 'sink' && !isDelivery(task) && (!isSync(task) || within(NOT_OVER_HTTP, task)),
		why: 'It has no destination that is called by HTTP; another protocol loses its connection in kill-worker at sink-commit.',
	},
	{
		applies: ({ task, point, fault }) =>
			point === 'request' && onlyReads(task) && (fault === 'lost-after' || fault === 'late-commit'),
		why: 'Reading has no effect, so no response can be lost after it: lost-before and late-answer cover it.',
	},
	{
		applies: ({ task, point }) => point === 'request' && within(HOOKS, task),
		why: 'Its task is a retrain-and-wait, whose requests go wrong under its own name.',
	},
	{
		applies: ({ task, point }) => point === 'in-flight' && task === 'message to a quiet hook',
		why: 'What comes during a run has a run after it: hooks-in-quiet.test.ts counts these.',
	},
	{
		applies: ({ task, point }) => point === 'in-flight' && task === 'event',
		why: 'Only the task sends an event.',
	},
];

/** Why a combination has no cell. Null for a cell. */
export function reasonExcluded(cell: Cell): string | null {
	return EXCLUSIONS.find(({ applies }) => applies(cell))?.why ?? null;
}

/** Every task at every point of every kind of fault, whether it makes sense or not. */
export function combinations(): Cell[] {
	return FAULTS.flatMap((fault) => pointsOf(fault).flatMap((point) => TASKS.map((task) => ({ task, point, fault }))));
}

/** All cells that have to be hit. */
export function allCells(): Cell[] {
	return combinations().filter((cell) => reasonExcluded(cell) === null);
}

export function nameOf({ task, point, fault }: Cell): string {
	return `${task} / ${point} / ${fault}`;
}

function pointsOf(fault: Fault): readonly Point[] {
	if (isProcessFault(fault)) return PROCESS_POINTS;
	return isRequestFault(fault) ? REQUEST_POINTS : CALLER_POINTS;
}
