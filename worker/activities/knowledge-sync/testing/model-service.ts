import type { ItemType, OwnedItem, ShownItem, Step } from '../../../../workflows/knowledge-sync/plan';
import { writesOf } from '../../../../workflows/knowledge-sync/plan';
import type { PlannedRow } from '../make-plan';
import { begun, confirmed, refused } from '../manifest-moves';

/** An item of the model, with what a service does not show: who added it. */
export interface ModelItem extends ShownItem {
	body: string;
	/** Null: a person. */
	addedBy: 'set' | null;
}

/** What happens to a request: its response is lost with the worker, or it is refused. */
export type Fate = 'confirmed' | 'killed' | 'refused';

/** An agent in memory that obeys steps as the service would, and what one set owns of it. */
export class ModelService {
	readonly items: ModelItem[] = [];
	readonly owned = new Map<string, OwnedItem>();
	writes = 0;
	#nextId = 1;

	add(type: ItemType, name: string, body: string, addedBy: ModelItem['addedBy']): ModelItem {
		const enabled = type === 'qa' ? true : null;
		const item = { type, id: this.#nextId++, name, body, enabled, isFailed: false, isMedia: false, addedBy };
		this.items.unshift(item);
		return item;
	}

	remove(id: number): void {
		const index = this.items.findIndex((item) => item.id === id);
		if (index >= 0) this.items.splice(index, 1);
	}

	/** As the lists show it: contents of pages and files cannot be read. */
	shown(): ShownItem[] {
		return this.items.map((item) => ({
			...item,
			body: item.type === 'qa' || item.type === 'text' ? item.body : null,
		}));
	}

	/** @param fates of the requests, in their order. Default: confirmed @returns whether it came to its end */
	apply(steps: readonly Step[], rows: readonly PlannedRow[], fates: readonly Fate[] = []): boolean {
		const left = [...fates];
		for (const step of steps) {
			const row = step.row === null ? null : (rows[step.row] ?? null);
			const former = step.formerKey === null ? null : (this.owned.get(step.formerKey) ?? null);
			if (former !== null && step.formerKey !== null && step.kind !== 'conflict') {
				this.owned.delete(step.formerKey);
				this.owned.set(step.key, { ...former, key: step.key });
			}
			const noted = begun(this.owned.get(step.key), step, row, this.#shownOf(step));
			if (noted !== undefined) this.owned.set(step.key, noted);
		}
		for (const step of steps) {
			if (step.asks || ['drifted', 'kept', 'conflict'].includes(step.kind)) continue;
			const fate = writesOf(step) === 0 ? 'confirmed' : (left.shift() ?? 'confirmed');
			const row = step.row === null ? null : (rows[step.row] ?? null);
			if (fate === 'refused') {
				this.#keep(step.key, refused(this.owned.get(step.key), step));
				continue;
			}
			const id = this.#write(step, row);
			if (fate === 'killed') return false;
			const item = this.items.find((each) => each.id === id);
			const shown = item === undefined ? null : { name: item.name, body: item.body };
			const confirmation = { id, shown, deleted: step.replaced, at: '2026-01-01T00:00:00Z' };
			this.#keep(step.key, confirmed(this.owned.get(step.key), step, row, confirmation));
		}
		return true;
	}

	#shownOf({ id, type }: Step): { name: string; body: string } | null {
		const item = this.shown().find((each) => each.id === id && each.type === type);
		return item === undefined || item.body === null ? null : { name: item.name, body: item.body };
	}

	#write(step: Step, row: PlannedRow | null): number | null {
		this.writes += writesOf(step);
		let { id } = step;
		if (row !== null) {
			if (['create', 'missing', 'replace'].includes(step.kind)) {
				const item = this.add(row.type, row.name, row.body, 'set');
				if (item.enabled !== null) item.enabled = row.enabled ?? true;
				({ id } = item);
			} else if (step.changes.length > 0) {
				const item = this.items.find((each) => each.id === id);
				if (item === undefined) throw new Error(`The plan changes item ${id}, which is not there.`);
				Object.assign(item, { name: row.name, body: row.body, enabled: row.enabled ?? item.enabled });
			}
		}
		for (const each of step.replaced) this.remove(each);
		return id;
	}

	#keep(key: string, item: OwnedItem | null): void {
		if (item === null) this.owned.delete(key);
		else this.owned.set(key, item);
	}
}
