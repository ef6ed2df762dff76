export { KEEP_ALIVE_MS } from './keep-alive';
export { kubernetesVariableProblem } from './kubernetes-variable';
export { noAnswer, noAnswerSentence, noAnswerWords } from './no-answer';
export { outwardConnections, outwardFetch, type OutwardResponse } from './outward';
export { throughProxy } from './proxy';
export { ProxyError } from './proxy-error';
export { proxyFor } from './proxy-for';
export { smtpAddressProblem, smtpAdvice, smtpCode } from './smtp-address';
export { allowSlowNetworks } from './slow-networks';
