// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** Tests alert rules over time. */
export const PROMTOOL = {
	package: 'github.com/prometheus/prometheus/cmd/promtool',
	version: '0.304.2',
	entry: 'prometheus',
	what: "Prometheus's tool for rules",
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `promtool`
 */
export function findPromtool(options) {
	return findGoProgram(PROMTOOL, options);
}
