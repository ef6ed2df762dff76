import { Problem } from './problem';

/** @param detail the key's earlier use, and what to do */
export function keyReused(detail: string): Problem {
	return new Problem({
		type: 'idempotency_key_reused',
		title: 'The Idempotency-Key was used before with another input',
		status: 409,
		detail,
		issues: [{ path: 'Idempotency-Key', message: 'was used before with another input' }],
	});
}
