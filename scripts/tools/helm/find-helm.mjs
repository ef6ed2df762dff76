// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** Lints and renders the chart in deploy/helm. */
export const HELM = {
	package: 'helm.sh/helm/v4/cmd/helm',
	version: '4.3.1',
	entry: 'helm',
	what: 'Helm',
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `helm`
 */
export function findHelm(options) {
	return findGoProgram(HELM, options);
}
