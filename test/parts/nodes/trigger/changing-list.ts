import type { IDataObject } from 'n8n-workflow';
import type { ReadPage } from '../../../../nodes/AgentKnowledge/generated/pages';
import { ignoresOf } from '../../../../nodes/AgentKnowledgeTrigger/memory/ignored-fields';
import { changes } from '../../../../nodes/AgentKnowledgeTrigger/watch/changes';
import type { Watch } from '../../../../nodes/AgentKnowledgeTrigger/watch/watch';

/** What happens to a list before one of its pages is read. Records are named by their places from the top. */
export interface Happening {
	come: number;
	change: number[];
	go: number[];
}

export interface HeldRecord {
	id: string;
	/** Each change makes the next one. */
	version: number;
}

interface FieldNames {
	version: string;
	/** Now null, now an empty object. */
	note: string;
	/** An object with the id. */
	origin: string;
}

const NAMES = { version: 'version', note: 'note', origin: 'origin' };

/** A newest-first list whose records change, come and go at every request, with fields of any name and in any order. */
export class ChangingList {
	/** Newest first. */
	records: HeldRecord[] = [];
	/** What the service shows besides the fields of a record. */
	more: () => IDataObject = () => ({});
	private made = 0;
	private reads = 0;

	constructor(
		public names: FieldNames = NAMES,
		private readonly happenings: Happening[] = [],
	) {}

	/** No more happens before a page. */
	get isQuiet(): boolean {
		return this.happenings.length === 0;
	}

	come(count: number): void {
		// A path must encode such an id.
		for (let each = 0; each < count; each++) this.records.unshift({ id: `c/${++this.made} %`, version: 1 });
	}

	/** @param places from the top; beyond the end they begin at the top again */
	change(...places: number[]): void {
		for (const place of places) {
			const record = this.records[place % Math.max(1, this.records.length)];
			if (record) record.version += 1;
		}
	}

	readonly readPage: ReadPage<IDataObject> = ({ limit, offset }) => {
		const { come, change, go } = this.happenings.shift() ?? { come: 0, change: [], go: [] };
		for (const place of go) this.records.splice(place, 1);
		this.change(...change);
		this.come(come);
		this.reads += 1;
		const items = this.records.slice(offset, offset + limit).map((each) => this.shown(each));
		return Promise.resolve({ items, total: this.records.length, limit });
	};

	watch({ withNew = false, ignored = [] }: { withNew?: boolean; ignored?: string[] } = {}): Watch {
		return changes({
			readPage: this.readPage,
			idFields: ['id'],
			wordFor: () => 'changed',
			sampleWord: () => 'changed',
			ignores: ignoresOf(ignored),
			withNew,
			wait: () => Promise.resolve(),
		});
	}

	/** What an item of the trigger says. */
	read({ change, changed, before, after }: IDataObject) {
		const versionOf = (record: unknown) => Number(Reflect.get(Object(record), this.names.version) ?? 0);
		const id: unknown = Reflect.get(Object(after), 'id');
		return { id: typeof id === 'string' ? id : '', change, changed, from: versionOf(before), to: versionOf(after) };
	}

	private shown({ id, version }: HeldRecord): IDataObject {
		const entries: Array<[string, IDataObject[string]]> = [
			['id', id],
			[this.names.version, version],
			[this.names.note, this.reads % 2 === 0 ? null : {}],
			[this.names.origin, { id }],
			...Object.entries(this.more()),
		];
		return Object.fromEntries(this.reads % 3 === 0 ? entries.reverse() : entries);
	}
}
