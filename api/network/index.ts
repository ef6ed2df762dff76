export { noAnswer, noAnswerSentence, noAnswerWords } from './no-answer';
export { outwardConnections, outwardFetch, type OutwardResponse } from './outward';
export { throughProxy } from './proxy';
export { ProxyError } from './proxy-error';
export { proxyFor } from './proxy-for';
export { allowSlowNetworks } from './slow-networks';
