// @ts-check
import { listAt, textAt } from '../../json.mjs';

/**
 * @typedef {object} Failure
 * @property {string} name the test's file and name
 * @property {string} message
 */

/**
 * The failures of a run of Vitest, a file that did not load included.
 * @param {unknown} results Vitest's own
 * @param {string} root of the checkout
 * @returns {Failure[]}
 */
export function failuresIn(results, root) {
	return listAt(results, 'testResults').flatMap((file) => {
		const name = textAt(file, 'name').replace(`${root}/`, '');
		const tests = listAt(file, 'assertionResults').filter((test) => textAt(test, 'status') === 'failed');
		if (tests.length === 0 && textAt(file, 'status') === 'failed') return [{ name, message: textAt(file, 'message') }];
		return tests.map((test) => ({
			name: `${name} > ${textAt(test, 'fullName')}`,
			message: listAt(test, 'failureMessages').join('\n'),
		}));
	});
}
