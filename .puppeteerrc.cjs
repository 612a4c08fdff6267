// Chromium is provisioned by deploy/local (or the image), never downloaded while packages are installed.
module.exports = { skipDownload: true };
