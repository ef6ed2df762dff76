import { keyReused } from '../problems/key-reused';
import { Problem } from '../problems/problem';

export function personKeyReused(): Problem {
	return keyReused('It stands for another person. Send another key.');
}

export function personSearchNotFound(id: string): Problem {
	return new Problem({
		type: 'person_search_not_found',
		title: 'There is no such search',
		status: 404,
		detail: `There is no search ${id}. Its report is kept for 30 days.`,
	});
}
