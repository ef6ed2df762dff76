// @ts-check
import { findPythonProgram } from '../python/find-python-program.mjs';

/** SeaweedFS. The bucket tests use it. */
export const S3_SERVER = /** @satisfies {import('../python/find-python-program.mjs').PythonProgram} */ ({
	list: 's3-server',
	name: 'weed',
	what: 'The S3 server of the tests (SeaweedFS)',
});

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `weed`
 */
export function findS3Server(options) {
	return findPythonProgram(S3_SERVER, options);
}
