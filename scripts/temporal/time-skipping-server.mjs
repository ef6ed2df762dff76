// @ts-check
import { findPythonProgram } from '../tools/python/find-python-program.mjs';

/** Temporal's time-skipping test server. */
export const TIME_SKIPPING_SERVER =
	/** @satisfies {import('../tools/python/find-python-program.mjs').PythonProgram} */ ({
		list: 'temporal-test-server',
		name: 'temporal-test-server',
		what: "Temporal's time-skipping server",
		onlyPinned: true,
	});

/**
 * @param {import('../tools/python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the program to give the SDK as `existing-path`: its own download has no pinned checksum
 */
export function findTimeSkippingServer(options) {
	return findPythonProgram(TIME_SKIPPING_SERVER, options);
}
