// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** The gateway that serves a folder with the S3 protocol in compose.production.yaml, in the release of its image. */
export const VERSITYGW = {
	package: 'github.com/versity/versitygw/cmd/versitygw',
	version: '1.8.0',
	entry: 's3-server',
	what: 'The S3 gateway of the compose file (versitygw)',
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `versitygw`
 */
export function findVersitygw(options) {
	return findGoProgram(VERSITYGW, options);
}
