#!/bin/sh
# Unpacks PgBouncer of Debian 13 with its libraries into a folder, and installs nothing: unpack.sh FOLDER
set -eu
mkdir -p "$1/lists/partial" "$1/archives"
cd "$1"
echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' > sources.list
: > status
cat > apt.conf <<SETTINGS
Dir::Etc::sourcelist "$PWD/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$PWD/lists";
Dir::State::status "$PWD/status";
Dir::Cache "$PWD";
APT::Sandbox::User "root";
SETTINGS
export APT_CONFIG="$PWD/apt.conf"
apt-get update
cd archives
apt-get download pgbouncer libc6 libcares2 libevent-2.1-7t64 libssl3t64 libsystemd0 libpam0g libaudit1 libcap-ng0 libcap2 libzstd1 zlib1g
for file in *.deb; do dpkg-deb -x "$file" ../unpacked; done
mv ../unpacked ../root
cd ..
library=$(echo "$PWD"/root/usr/lib/*-linux-gnu)
cat > pgbouncer <<PROGRAM
#!/bin/sh
exec $(echo "$library"/ld-linux*) --library-path "$library" "$PWD/root/usr/sbin/pgbouncer" "\$@"
PROGRAM
chmod +x pgbouncer
