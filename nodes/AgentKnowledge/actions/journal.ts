import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { ApiFailureFields } from '../transport/api-failure';
import { isTool } from './tool';

interface Entry {
	/** Digest of the node's parameters and the item. A change of either is a new intention. */
	intention: string;
	executionId: string;
	/** The output of the item, once its write is done. */
	rows?: IDataObject[];
	/** What was sent with a key, while its outcome is unknown. */
	sent?: IDataObject;
	/** What a later try must know of requests with lost responses, which it may send again. */
	lost?: IDataObject;
	/** Why a person has to look before this is sent again. */
	undecided?: ApiFailureFields;
}

const CONTEXT_KEY = 'writes';

/**
 * The outcome of each item's write, kept in the node's context of the execution. "Retry On Fail" and "Retry execution"
 * read it (docs/n8n-retries.md says what does not survive). Its key has the run index, because every pass of a loop has
 * an item 0. It is deleted once all items of the run are done.
 */
export class Journal {
	private readonly entries: Partial<Record<number, Entry>>;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly runs: Partial<Record<number, Partial<Record<number, Entry>>>>,
		private readonly runIndex: number,
	) {
		this.entries = runs[runIndex] ?? {};
		runs[runIndex] = this.entries;
	}

	/** For a tool it keeps nothing: each call of a language model is a new intention. */
	static of(context: IExecuteFunctions): Journal {
		const kept: IDataObject = isTool(context) ? {} : context.getContext('node');
		kept[CONTEXT_KEY] ??= {};
		return new Journal(context, kept[CONTEXT_KEY] as Journal['runs'], runIndexOf(context));
	}

	rowsOf(itemIndex: number): IDataObject[] | undefined {
		return this.entry(itemIndex)?.rows;
	}

	/** Only for this execution: a person who starts the flow again has checked the outcome. */
	undecidedOf(itemIndex: number): ApiFailureFields | undefined {
		const entry = this.entry(itemIndex);
		return entry?.executionId === this.context.getExecutionId() ? entry.undecided : undefined;
	}

	/** @returns what an earlier try sent with an unknown outcome. Otherwise `body`, which the journal now keeps */
	freeze(itemIndex: number, body: IDataObject): IDataObject {
		const sent = this.entry(itemIndex)?.sent ?? body;
		this.keep(itemIndex, { sent });
		return sent;
	}

	done(itemIndex: number, rows: IDataObject[]): void {
		this.keep(itemIndex, { rows });
	}

	remember(itemIndex: number, lost: IDataObject): void {
		this.keep(itemIndex, { lost });
	}

	remembered(itemIndex: number): IDataObject | undefined {
		return this.entry(itemIndex)?.lost;
	}

	undecided(itemIndex: number, failure: ApiFailureFields): void {
		this.keep(itemIndex, { undecided: failure });
	}

	/** Call it if the write of this item had no effect. */
	forget(itemIndex: number): void {
		this.entries[itemIndex] = undefined;
	}

	/** Call it when the node will not run again for these items. */
	close(): void {
		this.runs[this.runIndex] = undefined;
	}

	private entry(itemIndex: number): Entry | undefined {
		const entry = this.entries[itemIndex];
		return entry?.intention === this.intentionOf(itemIndex) ? entry : undefined;
	}

	private keep(itemIndex: number, what: Pick<Entry, 'rows' | 'sent' | 'lost' | 'undecided'>): void {
		const executionId = this.context.getExecutionId();
		this.entries[itemIndex] = { intention: this.intentionOf(itemIndex), executionId, ...what };
	}

	/** From the parameters as typed, not their values: an expression such as $now yields a new value each time. */
	private intentionOf(itemIndex: number): string {
		const { parameters } = this.context.getNode();
		const item = this.context.getInputData()[itemIndex]?.json;
		return createHash('sha256')
			.update(JSON.stringify([parameters, item]))
			.digest('hex');
	}
}

/** Which pass of a loop this is. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
