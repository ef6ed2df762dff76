import type { KeyFault } from './key-faults';

const WHAT: Readonly<Record<KeyFault['kind'], (keyId: string) => string>> = {
	missing: (keyId) => `The encryption key "${keyId}" is not in encryption.keys.`,
	wrong: (keyId) => `The encryption key "${keyId}" has another secret in encryption.keys than before.`,
	plain: () => 'Some data is not encrypted.',
};

const TODO: Readonly<Record<KeyFault['kind'], string>> = {
	missing: 'Add the key to the list of every process and restart. Remove a key only when nothing needs it.',
	wrong: 'Put the first secret back in every process and restart. A new secret needs a new key id.',
	plain:
		'Find out who writes to Temporal without the gateway. If it was encrypted nowhere before, encryption.acceptPlain allows it during a migration.',
};

/** What waits because of a fault. */
export function faultText({ kind, keyId, running, schedules, examples }: KeyFault): string {
	const all = running + schedules;
	const names = `${all > examples.length ? 'among them ' : ''}${examples.join(', ')}`;
	return `${WHAT[kind](keyId)} ${openTasks({ running, schedules })} cannot continue: ${names}.`;
}

export function faultTodo({ kind }: KeyFault): string {
	return TODO[kind];
}

/** The numbers in words. */
export function openTasks({ running, schedules }: Pick<KeyFault, 'running' | 'schedules'>): string {
	const counts = [counted(running, 'open workflow'), counted(schedules, 'schedule')].flat();
	return counts.length === 0 ? 'none' : counts.join(' and ');
}

function counted(count: number, what: string): string[] {
	return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}
