const { DefaultFailureConverter } = require('@temporalio/common');

/** Messages and stack traces of failures are stored as a payload, which the codec encrypts: they may quote a caller. */
exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
