import { matchesPattern } from '../operations/path-pattern';
import type { FaultsRepository, StoredFault } from '../repositories/faults-repository';
import type { Fault } from './fault';

export interface NewFault {
	method: string;
	/** Below /api/v1; may be a pattern of the contract. */
	path: string;
	times: number;
	fault: Fault;
}

/** Faults on demand. The open ones are kept in memory too: nearly always there are none, and every request asks. */
export class Faults {
	private open: StoredFault[];

	constructor(private readonly repository: FaultsRepository) {
		this.open = repository.all();
	}

	add({ method, path, times, fault }: NewFault): StoredFault {
		const id = this.repository.insert(method, path, times, fault);
		const stored = { id, method, path, remaining: times, fault };
		this.open.push(stored);
		return stored;
	}

	list(): StoredFault[] {
		return [...this.open];
	}

	clear(): void {
		this.repository.clear();
		this.open = [];
	}

	/** The oldest fault for such a request, used up by one. */
	takeFor(method: string, path: string): Fault | undefined {
		const found = this.open.find((open) => open.method === method && matchesPattern(open.path, path));
		if (!found) return undefined;
		this.repository.useOnce(found.id);
		found.remaining -= 1;
		this.open = this.open.filter((open) => open.remaining > 0);
		return found.fault;
	}
}
