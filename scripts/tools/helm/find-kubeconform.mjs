// @ts-check
import { findGoProgram } from '../go/find-go-program.mjs';

/** Validates Kubernetes objects with their JSON schemas. */
export const KUBECONFORM = {
	package: 'github.com/yannh/kubeconform/cmd/kubeconform',
	version: '0.8.0',
	entry: 'kubeconform',
	what: 'The validator of Kubernetes objects (kubeconform)',
};

/**
 * @param {import('../python/python-package.mjs').FetchOptions} options
 * @returns {Promise<string>} the path of `kubeconform`
 */
export function findKubeconform(options) {
	return findGoProgram(KUBECONFORM, options);
}
