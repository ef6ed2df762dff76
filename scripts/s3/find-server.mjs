// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** A gateway that serves a folder with the S3 protocol. The bucket tests use it. */
export const S3_SERVER = {
	package: 'github.com/versity/versitygw/cmd/versitygw',
	version: '1.8.0',
	entry: 's3-server',
	what: 'The S3 server of the tests (versitygw)',
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `versitygw`
 */
export function findS3Server(options) {
	return findGoProgram(S3_SERVER, options);
}
