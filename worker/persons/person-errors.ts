import { Problem } from '../problem';

export function personKeyReused(): Problem {
	return new Problem({
		type: 'idempotency_key_reused',
		title: 'The Idempotency-Key was used before with another input',
		status: 409,
		detail: 'It stands for another person, or for finding instead of erasing. Send another key.',
		issues: [{ path: 'Idempotency-Key', message: 'was used before with another input' }],
	});
}

export function personSearchNotFound(id: string): Problem {
	return new Problem({
		type: 'person_search_not_found',
		title: 'There is no such search',
		status: 404,
		detail: `There is no search ${id}. Its report is kept for 30 days.`,
	});
}
