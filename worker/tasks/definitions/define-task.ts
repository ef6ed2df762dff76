import type { z } from 'zod';
import type { Scope } from '../../../api';
import { contracts, type TaskInput, type TaskType } from '../../../workflows/contracts';
import type { QuestionKind } from '../../../workflows/review/contract';
import type { EndingOf, Verdict } from '../../../workflows/task/outcomes';
import type { Notifying, Review, StartWarning } from '../subjects';
import type { NamedThings } from './check-names';

/** Reads something from the result of a completed task; null if this version cannot read the result. */
type OfResult<Value> = (result: unknown) => Value | null;

/** A place in a bucket: `name` as in the worker's configuration. */
export interface BucketPlace {
	name: string;
	key: string;
}

/**
 * Whether a caller's key may start the task again: after it did not complete, or never within the retention. If never,
 * `insteadOfRetry` says what to do instead.
 */
type KeyReuse = { keyReuse: 'after-failure' } | { keyReuse: 'never'; insteadOfRetry: string };

/** `counted`: only the length of a list, as `<field>Count`. */
export type Visibility = 'shown' | 'counted' | 'hidden';

/** What starts a task: a schedule by itself, a person or program with this input, or a retry with the input of before. */
export type StartedBy = 'caller' | 'schedule' | 'retry';

/** The parts of a task in addition to its contract. The worker and the gateway read them from here. */
interface Parts<Type extends TaskType> {
	/** The exported workflow function. */
	workflow: string;
	title: string;
	description: string;
	/** The version of the input's form. */
	version: number;
	/** Fields of the input by which there is only one such task at a time. Default: the caller's key alone. */
	identity?: ReadonlyArray<keyof TaskInput<Type> & string>;
	/** Query for what the next start of such a task continues with, as the workflow's second argument. */
	carriesOver?: string;
	/** Actions on the running task: names of updates, with the schemas of their inputs. */
	actions?: Readonly<Record<string, z.ZodType<object>>>;
	/** The values of the search attribute AkStage, in the order in which they usually come. */
	stages: readonly [string, ...string[]];
	/** A person decides on something while it runs. Default: nobody. */
	review?: {
		subject: Review['subject'];
		/** The stage in which each kind of question waits that it asks. */
		stages: Readonly<{ approval: string } & Partial<Record<QuestionKind, string>>>;
		/** What a caller should know before the start. */
		warnings(notifying: Notifying, input: TaskInput<Type>): Promise<StartWarning[]>;
	};
	/** The stages, beside those of the review, in which the task waits until a person does something. */
	waitingStages?: readonly string[];
	/** It runs until it is cancelled, so callers cannot wait for its end. */
	endless?: true;
	/** It starts other tasks, each for one agent. */
	startsTasks?: true;
	/** A schedule can start it: nothing in its input belongs to one time only. */
	schedulable?: true;
	/** Refuses an input that only a schedule can start. Default: there is none. @throws Problem that names the field */
	refuseWithoutSchedule?(input: TaskInput<Type>): void;
	/** What viewers of the task see of each field. A field with contents or personal data is `hidden` or `counted`. */
	fields: { readonly [Field in keyof Required<TaskInput<Type>>]: Visibility };
	/** What a key must be allowed to do (specification, part 5). */
	scopes: readonly Scope[];
	/**
	 * Reads once, with the first call that the task itself would make, so that a wrong connection, agent, key or scope is
	 * reported at the start. A missing scope to write shows only when the task writes. What needs no call of the connection
	 * comes first, because a busy connection leaves out the rest.
	 * @param by a retry can mend nothing of its input
	 * @throws Problem that names the field
	 */
	checkStart(named: NamedThings, input: TaskInput<Type>, by: StartedBy): Promise<void>;
	/**
	 * The input of a task for the items alone that did not succeed; null if there are none, or if this version cannot read
	 * the result. Default: there is no such task.
	 */
	failedOnly?(input: TaskInput<Type>, result: unknown): TaskInput<Type> | null;
	/**
	 * Which later task does the work of a failed one, beside a retry: another one for the same agent, or a later run of
	 * the same schedule. `schedule-of-day`: each run is about a time of its own, such as yesterday, so only a run that was
	 * due on the same day does. Default: none does.
	 */
	sameWorkAs?: 'agent' | 'schedule' | 'schedule-of-day';
	/** Of `schedule-of-day`: whether a good run also has what earlier runs left undone, on whatever day. Default: no */
	coversEarlier?: OfResult<boolean>;
	/**
	 * The tasks that it started and that did not succeed; null if something else is left undone too, or if this version
	 * cannot read the result. Default: it starts none.
	 */
	leftTasks?: OfResult<string[]>;
	/** How a completed task ended, in the table of outcomes: `ofResult` of the task's schema. */
	judge: OfResult<Verdict<EndingOf<Type>>>;
	/** How a data subject's data is found in the task and erased (docs/personal-data.md). */
	personalData: {
		/** What to do about an open task that names the person. */
		whileOpen: string;
		/** The files that a completed task left in a bucket. Default: it never leaves one. */
		objectsOf?: OfResult<BucketPlace[]>;
	};
}

type Definition<Type extends TaskType> = Parts<Type> & KeyReuse & (typeof contracts)[Type];

/** Of one task, or of any. */
export type TaskDefinition<Type extends TaskType = TaskType> = { [Each in Type]: Definition<Each> }[Type];

export function defineTask<Type extends TaskType>(type: Type, parts: Parts<Type> & KeyReuse): Definition<Type> {
	return { ...contracts[type], ...parts };
}

/** The tasks of rows; null if one of the rows has none. */
export function tasksOfRows(rows: ReadonlyArray<{ taskId: string | null }>): string[] | null {
	const taskIds = rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]));
	return taskIds.length < rows.length ? null : taskIds;
}

export function ofResult<Schema extends z.ZodType, Value>(
	schema: Schema,
	read: (result: z.output<Schema>) => Value | null,
): OfResult<Value> {
	return (result) => {
		const parsed = schema.safeParse(result);
		return parsed.success ? read(parsed.data) : null;
	};
}
