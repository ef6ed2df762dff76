/** Kubernetes gives each container `<SERVICE>_PORT=tcp://10.0.0.1:4020` for each service of its namespace. */
const OF_A_SERVICE = /^(?:tcp|udp|sctp):\/\//;

/** What is wrong with the value of a port; null: nothing that Kubernetes would have done. */
export function kubernetesVariableProblem(value: unknown): string | null {
	return typeof value === 'string' && OF_A_SERVICE.test(value)
		? 'has an address in place of a number: Kubernetes sets this variable for a service of the same name; set enableServiceLinks: false for the pod, or rename the service'
		: null;
}
