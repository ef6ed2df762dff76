import type { IDataObject } from 'n8n-workflow';

/** Which rows the node returns. */
export type RowsReturned = 'all' | 'changed' | 'none';

/** What the node keeps of a set while it waits. */
export interface AwaitedSet {
	/** One for each input item, in their order. */
	items: Array<{
		json: IDataObject;
		/** The question, title, address or file name. */
		name: string | null;
		/** An empty item is none. */
		isRow: boolean;
		/** Why it cannot be used. */
		fault?: string;
	}>;
	returned: RowsReturned;
}
