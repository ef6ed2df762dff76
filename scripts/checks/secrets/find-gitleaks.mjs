// @ts-check
import { findGoProgram } from '../../tools/go/find-go-program.mjs';

/** Finds secrets in files and in a history. */
export const GITLEAKS = {
	package: 'github.com/zricethezav/gitleaks/v8',
	version: '8.30.1',
	entry: 'gitleaks',
	what: 'The secret scanner gitleaks',
};

/**
 * @param {import('../../tools/python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `gitleaks`
 */
export function findGitleaks(options) {
	return findGoProgram(GITLEAKS, options);
}
