import { Problem } from '../../problems/problem';
import type { StoredDestination } from './stored-destination';

/** The configuration file wins, so its names cannot be taken or edited at the gateway. */
export function destinationOfFile(name: string): Problem {
	return new Problem({
		type: 'destination_in_file',
		title: 'The destination is in the configuration file',
		status: 409,
		detail: `Nothing was done. The destination "${name}" is in the configuration file (destinations.${name}). Change it there, or choose another name.`,
		issues: [{ path: 'name', message: `"${name}" is in the configuration file; choose another name` }],
	});
}

export function destinationTaken(name: string): Problem {
	return new Problem({
		type: 'destination_exists',
		title: 'There is a destination of this name',
		status: 409,
		detail: `Nothing was done. There is a destination "${name}" already. Choose another name, or edit that destination.`,
		issues: [{ path: 'name', message: `"${name}" is taken; choose another name` }],
	});
}

export function destinationMissing(name: string): Problem {
	return new Problem({
		type: 'unknown_destination',
		title: 'There is no such destination',
		status: 404,
		detail: `Nothing was done. There is no destination "${name}", or somebody deleted it. GET /v1/destinations lists all.`,
	});
}

/** The kind of a destination decides what can be set of it, so it stays. */
export function destinationOfOtherType(name: string, type: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The destination is of another type',
		status: 400,
		detail: `Nothing was done. The destination "${name}" is of the type "${type}", which cannot change. Create another destination.`,
		issues: [{ path: 'type', message: `must be "${type}"; create another destination for another type` }],
	});
}

/** Two people edit the same destination. */
export function destinationChanged(name: string, { changedBy, updatedAt }: StoredDestination): Problem {
	return new Problem({
		type: 'destination_changed',
		title: 'Somebody else changed the destination',
		status: 412,
		detail: `Nothing was done. "${changedBy}" changed the destination "${name}" at ${updatedAt}, after you opened it. Look at the new settings, then save again.`,
	});
}

/** @param syncs ids of the running syncs into it */
export function destinationInUse(name: string, syncs: readonly string[]): Problem {
	const count = syncs.length === 1 ? 'A sync writes' : `${syncs.length} syncs write`;
	return new Problem({
		type: 'destination_in_use',
		title: 'A sync uses the destination',
		status: 409,
		detail: `Nothing was deleted. ${count} to "${name}": ${syncs.slice(0, 10).join(', ')}. Cancel ${syncs.length === 1 ? 'it' : 'them'} first.`,
	});
}
